import { counted } from '../../../shared/count-text.ts';
import type { CatalogueSkill } from '../../engine/catalogue/server.ts';
import { metadataDigestOf } from '../../core/decisions/metadata.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { CommandError } from '../call/command.ts';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import type { LockedSkill } from '../decisions/lock-file.ts';

/** Skills that are not served as a lock file has them, by server and URI. */
export interface LockDrift {
  /** Served with other files, or with other words. */
  readonly differs: readonly { server: string; uri: string; what: 'files' | 'words' | 'both' }[];
  /** In the file and not served. */
  readonly gone: readonly Named[];
  /** In the file, and served with an entry that no host loads: `message` says why. */
  readonly refused: readonly (Named & { readonly message: string })[];
  /** In the file, and its server gave no listing, or not all of it: `message` says why. */
  readonly unknown: readonly (Named & { readonly message: string })[];
  /** Served and not in the file. */
  readonly added: readonly Named[];
  /** Whose approval in the file has run out, however they are served. */
  readonly expired: readonly Named[];
}

interface Named {
  readonly server: string;
  readonly uri: string;
}

const keyOf = ({ server, uri }: Named): string => JSON.stringify([server, uri]);

/**
 * Reads what `export --as lock` wrote, of one server or of all, by their labels here: a server that a
 * build starts elsewhere, or at another port, is still the one of that label. One that is not
 * configured, or is disabled, serves nothing of what the file has. Throws a CommandError for a file
 * that is none, that names one skill of one label twice, or that has nothing of the one server.
 */
export async function lockedBy(
  name: string,
  cwd: string,
  label: string | undefined,
): Promise<ReadonlyMap<string, LockedSkill>> {
  // Its schemas are not loaded where nobody has a lock.
  const { readLock } = await import('../decisions/lock-file.ts');
  const all = await readLock(name, cwd);
  const named = all.filter(({ server }) => label === undefined || server === label);
  // Otherwise a build whose server got another label would hold nothing against nothing, and pass.
  if (named.length === 0 && all.length > 0)
    throw new CommandError(`${name} has no skill of ${JSON.stringify(label)}`, 'bad-input');
  const byKey = new Map(named.map((locked) => [keyOf(locked), locked]));
  if (byKey.size < named.length)
    throw new CommandError(`${name} names two servers by one label`, 'bad-input');
  return byKey;
}

/**
 * Holds what is served against the file. `skills` and `refused` are all of the servers that it was read
 * for, `silent` says of which of them not all is known, and why; `now` is in ms.
 */
export function driftOf(
  locked: ReadonlyMap<string, LockedSkill>,
  {
    skills,
    refused,
  }: { readonly skills: readonly CatalogueSkill[]; readonly refused: readonly RefusedEntry[] },
  silent: ReadonlyMap<string, string>,
  now: number,
): LockDrift {
  const served = new Map(
    skills.map((skill) => {
      const server = skill.server.label;
      return [keyOf({ server, uri: skill.entry.uri }), { server, entry: skill.entry }] as const;
    }),
  );
  const named = ({ server, uri }: Named): Named => ({ server, uri });
  const why = new Map(
    refused.flatMap(({ server, uri, problem }) =>
      uri === undefined ? [] : [[keyOf({ server, uri }), problem.message] as const],
    ),
  );
  const absent = [...locked].flatMap(([key, one]) =>
    served.has(key) ? [] : [[key, one] as const],
  );
  const missing = absent.flatMap(([key, one]) => (why.has(key) ? [] : [named(one)]));
  return {
    differs: [...served].flatMap(([key, { server, entry }]) => {
      const wanted = locked.get(key);
      if (wanted === undefined) return [];
      const files = setDigestOf(entry) !== wanted.setDigest;
      const words = metadataDigestOf(entry) !== wanted.metadataDigest;
      if (!files && !words) return [];
      const what = files && words ? ('both' as const) : files ? 'files' : 'words';
      return [{ server, uri: entry.uri, what }];
    }),
    gone: missing.filter(({ server }) => !silent.has(server)),
    refused: absent.flatMap(([key, one]) => {
      const message = why.get(key);
      return message === undefined ? [] : [{ ...named(one), message }];
    }),
    unknown: missing.flatMap((one) => {
      const message = silent.get(one.server);
      return message === undefined ? [] : [{ ...one, message }];
    }),
    added: [...served].flatMap(([key, { server, entry }]) =>
      locked.has(key) ? [] : [{ server, uri: entry.uri }],
    ),
    // Whoever approved it until then has approved nothing after it.
    expired: [...locked.values()]
      .filter(({ expiresAt }) => expiresAt !== null && !(Date.parse(expiresAt) > now))
      .map(named),
  };
}

const differs = {
  files: 'its files are others',
  words: 'its words (frontmatter) are others',
  both: 'its files and its words (frontmatter) are others',
} as const;

/** A line for each, for people. */
export const driftLines = (drift: LockDrift): string[] => [
  ...drift.differs.map(
    ({ server, uri, what }) => `differs            ${uri}  (${server}): ${differs[what]}`,
  ),
  ...drift.gone.map(({ server, uri }) => `gone               ${uri}  (${server})`),
  ...drift.refused.map(
    ({ server, uri, message }) => `refused            ${uri}  (${server}): ${message}`,
  ),
  ...drift.unknown.map(
    ({ server, uri, message }) => `not known          ${uri}  (${server}): ${message}`,
  ),
  ...drift.added.map(({ server, uri }) => `not in the lock    ${uri}  (${server})`),
  ...drift.expired.map(
    ({ server, uri }) => `expired            ${uri}  (${server}): its approval has run out`,
  ),
];

/** What is known to differ: of what is unknown the server's failure says what is wrong. */
export const isDrift = ({ differs: other, gone, refused, added, expired }: LockDrift): boolean =>
  other.length + gone.length + refused.length + added.length + expired.length > 0;

/**
 * The last line for people. What is listed can be as the file has it while a file behind it is not what
 * is listed: then the code is not 0, and the line must not say the opposite. `isWhole`: every server gave all
 * of its listing.
 */
export function lockLine(drift: LockDrift, exit: 0 | 1 | 3, isWhole: boolean): string {
  if (isDrift(drift)) return 'Not as the lock file has it.';
  if (drift.unknown.length > 0)
    return `Nothing is known of ${counted(drift.unknown.length, 'skill')} that the lock file has: see above.`;
  if (exit === 1)
    return isWhole
      ? 'Listed as the lock file has it, but not everything could be verified: see above.'
      : 'What came is as the lock file has it, but not every server gave all of its listing: see above.';
  if (exit === 3) return 'Served as the lock file has it, but some of it cannot be verified.';
  return 'All as the lock file has it, and no more.';
}
