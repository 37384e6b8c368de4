import type { ServerView } from '../../../shared/model/server.ts';
import { useApp } from '../../store/context.ts';
import { toMend } from './to-mend.ts';
import layout from '../../components/Page/Page.module.css';

/** Said of a listing that came whole and of skills of which none is refused, and of nothing less. */
export function NothingToMend({ server }: { server: ServerView }) {
  const rows = useApp((app) => app.skills.get(server.label));
  const refused = useApp((app) => app.refused.get(server.label)?.length ?? 0);
  const { listing } = server;
  if (listing.status === 'none' || listing.status === 'loading') return null;
  const wrong = toMend(listing, rows?.values() ?? [], refused);
  return (
    <p className={layout.muted}>
      {wrong.length === 0
        ? 'What it lists is as the specification asks.'
        : `Its way of serving skills is as the specification asks. To mend: ${wrong.join(', ')}.`}
    </p>
  );
}
