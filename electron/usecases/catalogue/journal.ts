import { setDigestOf } from '../../core/held/standing.ts';
import type { AuditAction } from '../../../shared/model/approval.ts';
import type { Parts } from '../parts.ts';
import type { AuditEntry } from '../ports.ts';
import type { CatalogueListener } from './catalogue.ts';
import type { Skill } from './server.ts';

/**
 * Newest lines that are looked at for what was noted before: a script that checks every minute
 * adds nothing.
 */
const notedLines = 500;

export interface Journal extends CatalogueListener {
  /** Resolves when everything that was noticed so far has been written. */
  settled(): Promise<void>;
}

/**
 * Writes to the audit what was seen of skills: that an approved one is served differently, that
 * an approval has run out, that a policy began to count. Each once, whoever looks and how often.
 */
export function journal(parts: Pick<Parts, 'approvals' | 'audit' | 'policy'>): Journal {
  const noted = new Map<AuditAction, Promise<Set<string>>>();
  let policyNoticed: string | null = null;
  let last: Promise<void> = Promise.resolve();

  const notedBefore = (action: AuditAction): Promise<Set<string>> => {
    const known = noted.get(action);
    if (known !== undefined) return known;
    const loaded = parts.audit
      .page({ server: null, text: '', action }, null, notedLines)
      // A log that can not be read is reported by whoever appends to it.
      .then(
        ({ lines }) => new Set(lines.map(keyOf)),
        () => new Set<string>(),
      );
    noted.set(action, loaded);
    return loaded;
  };

  const note = async (entry: AuditEntry): Promise<void> => {
    const before = await notedBefore(entry.action);
    const key = keyOf(entry);
    if (before.has(key)) return;
    before.add(key);
    await parts.approvals.note(entry);
  };

  const noteLater = (entry: AuditEntry): void => {
    last = last.then(() => note(entry)).catch(() => {});
  };

  /** Once per policy file: the line does not name a skill among those that it concerns. */
  const noticePolicy = (rule: string, skill: Skill): void => {
    const { current } = parts.policy;
    if (current.status !== 'active' || policyNoticed === current.digest) return;
    policyNoticed = current.digest;
    const file = `${current.path}, ${current.digest}`;
    const entry = entryFor(skill, 'policy-applied', `${file}: ${rule}`);
    last = last
      .then(async () => {
        const { lines } = await parts.audit.page(
          { server: null, text: '', action: 'policy-applied' },
          null,
          1,
        );
        if (lines[0]?.detail.startsWith(file) === true) return;
        await parts.approvals.note(entry);
      })
      .catch(() => parts.approvals.note(entry));
  };

  return {
    skills(changes) {
      for (const { before, after } of changes) {
        if (after === null || isAsBefore(before, after)) continue;
        const { standing } = after;
        if (standing.kind === 'blocked') noticePolicy(standing.rule, after);
        else if (standing.kind === 'expired') noteLater(entryFor(after, 'expired', standing.at));
        else if (standing.kind === 'changed') {
          const { added, removed, modified } = standing.changes;
          noteLater(
            entryFor(
              after,
              'changed-seen',
              `${added.length} added, ${removed.length} removed, ${modified.length} modified`,
            ),
          );
        }
      }
    },
    settled: () => last,
  };
}

const isAsBefore = (before: Skill | null, after: Skill): boolean =>
  before !== null &&
  before.entry === after.entry &&
  before.standing.kind === after.standing.kind &&
  before.record === after.record;

function entryFor({ server, uri, entry }: Skill, action: AuditAction, detail: string): AuditEntry {
  return { action, server: server.label, uri, setDigest: setDigestOf(entry), detail };
}

const keyOf = ({
  server,
  uri,
  setDigest,
  detail,
}: Pick<AuditEntry, 'server' | 'uri' | 'setDigest' | 'detail'>): string =>
  JSON.stringify([server, uri, setDigest, detail]);
