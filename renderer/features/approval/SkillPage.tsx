import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { useSkillDetail } from '../../store/context.ts';

export function SkillPage({ server, uri }: { server: string; uri: string }) {
  const state = useSkillDetail(server, uri);
  if (state?.error) return <EmptyState icon="error" title="This skill cannot be shown">{state.error.message}</EmptyState>;
  return <EmptyState icon="skill" title={state?.detail?.row.name ?? uri} />;
}
