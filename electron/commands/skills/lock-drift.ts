import { counted } from '../../../shared/size-text.ts';
import type { CatalogueSkill } from '../../engine/catalogue/server.ts';
import { metadataDigestOf } from '../../core/decisions/display.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { CommandError } from '../call/command.ts';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import type { LockedSkill } from '../decisions/lock-file.ts';

/** Differences between what is served and a lock file, by server and URI. */
export interface LockDrift {
  /** Served with different files or different metadata. */
  readonly differs: readonly { server: string; uri: string; what: 'files' | 'words' | 'both' }[];
  /** In the file but not served. */
  readonly gone: readonly Named[];
  /** In the file, but served with an entry that no app loads: `message` says why. */
  readonly refused: readonly (Named & { readonly message: string })[];
  /** In the file, but its server gave no listing, or a partial one: `message` says why. */
  readonly unknown: readonly (Named & { readonly message: string })[];
  /** Served but not in the file. */
  readonly added: readonly Named[];
  /** The approval in the file has expired, whatever is served. */
  readonly expired: readonly Named[];
}

interface Named {
  readonly server: string;
  readonly uri: string;
}

const makeKey = ({ server, uri }: Named): string => JSON.stringify([server, uri]);

/**
 * Reads what `export --as lock` wrote, for one server or all, by their labels here: a server that a
 * build starts elsewhere, or at another port, is still the one with that label. A server that isn't
 * configured, or is off, counts as serving nothing. Throws a CommandError if the file isn't a lock
 * file, names one skill of a label twice, or has nothing for the one server.
 */
export async function lockedBy(
  name: string,
  cwd: string,
  label: string | undefined,
): Promise<ReadonlyMap<string, LockedSkill>> {
  // Load its schemas only if there is a lock file.
  const { readLock } = await import('../decisions/lock-file.ts');
  const all = await readLock(name, cwd);
  const named = all.filter(({ server }) => label === undefined || server === label);
  if (all.length === 0)
    throw new CommandError(
      `${name} has no skill, so there's nothing to compare with. ` +
        'Approve what you reviewed, and write the file again with `skillgate export --as lock`.',
      'bad-input',
    );
  // Otherwise a build whose server was relabeled would compare nothing, and pass.
  if (named.length === 0)
    throw new CommandError(`${name} has no skill from ${JSON.stringify(label)}`, 'bad-input');
  const byKey = new Map(named.map((locked) => [makeKey(locked), locked]));
  if (byKey.size < named.length)
    throw new CommandError(`${name} uses one label for two servers`, 'bad-input');
  return byKey;
}

/**
 * Compares what is served with the file. `skills` and `refused` cover all servers that were read;
 * `silent` says which listings are incomplete, and why; `now` is in ms.
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
      return [makeKey({ server, uri: skill.entry.uri }), { server, entry: skill.entry }] as const;
    }),
  );
  const named = ({ server, uri }: Named): Named => ({ server, uri });
  const why = new Map(
    refused.flatMap(({ server, uri, problem }) =>
      uri === undefined ? [] : [[makeKey({ server, uri }), problem.message] as const],
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
    // An approval covers nothing after its expiry.
    expired: [...locked.values()]
      .filter(({ expiresAt }) => expiresAt !== null && !(Date.parse(expiresAt) > now))
      .map(named),
  };
}

const differs = {
  files: 'different files',
  words: 'different metadata (frontmatter)',
  both: 'different files and metadata (frontmatter)',
} as const;

/** One line for each difference, for people. */
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
    ({ server, uri }) => `expired            ${uri}  (${server}): its approval has expired`,
  ),
];

/** True for a known difference. If something is unknown, the server's failure says why. */
export const isDrift = ({ differs: other, gone, refused, added, expired }: LockDrift): boolean =>
  other.length + gone.length + refused.length + added.length + expired.length > 0;

/**
 * The last line for people. A listing can match the file while a file's content doesn't match its
 * listing: then the exit code isn't 0, and this line must not contradict it. `isWhole`: every
 * server gave its complete listing.
 */
export function lockLine(drift: LockDrift, exit: 0 | 1 | 3, isWhole: boolean): string {
  if (isDrift(drift)) return 'Differs from the lock file.';
  if (drift.unknown.length > 0)
    return `Couldn't check ${counted(drift.unknown.length, 'skill')} in the lock file: see above.`;
  if (exit === 1)
    return isWhole
      ? 'The listing matches the lock file, but not everything could be verified: see above.'
      : 'What was listed matches the lock file, but some listings are incomplete: see above.';
  if (exit === 3)
    return "Everything served matches the lock file, but some of it can't be verified.";
  return 'Everything matches the lock file.';
}
