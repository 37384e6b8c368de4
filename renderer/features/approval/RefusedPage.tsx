import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { useApp } from '../../store/context.ts';
import { refusedKey } from '../../store/state.ts';

export function RefusedPage({ server, entryKey }: { server: string; entryKey: string }) {
  const entry = useApp((app) => app.refused.get(server)?.find((each) => refusedKey(each) === entryKey));
  if (!entry) return <EmptyState icon="refused" title="The server no longer lists this entry" />;
  return <EmptyState icon="refused" title={`${entry.name ?? entry.uri ?? 'Entry'} is refused`}>{entry.problem.message}</EmptyState>;
}
