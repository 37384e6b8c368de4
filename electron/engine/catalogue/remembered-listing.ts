import type { AuditAction } from '../../../shared/model/plain.ts';
import type { ApprovalsStore, AuditEntry } from '../ports/decisions.ts';
import type { AuditLog } from '../ports/history.ts';

/**
 * Newest lines that are looked at for what was noted before: a script that checks every minute
 * adds nothing.
 */
const notedLines = 500;

interface NotebookParts {
  readonly approvals: Pick<ApprovalsStore, 'note'>;
  readonly audit: Pick<AuditLog, 'page'>;
}

/**
 * Gives the way to write lines of the audit that are about no decision: each once, whoever looks
 * and how often. What is noted while others are written is one further write: one listing can
 * concern thousands of skills. `later` runs one piece of work after the other.
 */
export function notebook(
  { approvals, audit }: NotebookParts,
  later: (work: () => Promise<void>) => void,
): (entry: AuditEntry) => void {
  const noted = new Map<AuditAction, Promise<Set<string>>>();
  let waiting: AuditEntry[] = [];

  const notedBefore = (action: AuditAction): Promise<Set<string>> => {
    const known = noted.get(action);
    if (known !== undefined) return known;
    const loaded = audit
      .page({ server: null, text: '', action }, null, notedLines)
      // A log that cannot be read is reported by whoever appends to it.
      .then(
        ({ lines }) => new Set(lines.map(makeKey)),
        () => new Set<string>(),
      );
    noted.set(action, loaded);
    return loaded;
  };

  const write = async (): Promise<void> => {
    const entries = waiting;
    waiting = [];
    const fresh: AuditEntry[] = [];
    for (const entry of entries) {
      const before = await notedBefore(entry.action);
      if (before.size < before.add(makeKey(entry)).size) fresh.push(entry);
    }
    if (fresh.length > 0) await approvals.note(fresh);
  };

  return (entry) => {
    waiting.push(entry);
    if (waiting.length === 1) later(write);
  };
}

const makeKey = ({
  server,
  uri,
  setDigest,
  detail,
}: Pick<AuditEntry, 'server' | 'uri' | 'setDigest' | 'detail'>): string =>
  JSON.stringify([server, uri, setDigest, detail]);
