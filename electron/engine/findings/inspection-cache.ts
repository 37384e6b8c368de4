import { markOf } from '../../core/skill-state/finding-mark.ts';
import type { InspectedFile } from '../../core/skill-state/file-inspection.ts';
import { limits } from '../../core/limits.ts';
import type { NotInspected } from '../../../shared/model/findings.ts';
import { ruleset } from '../../core/findings/rule.ts';
import type { SystemClock } from '../ports/machine.ts';
import type { FileInspector, ReviewMemory, ListedFileRef } from '../ports/findings.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import { isComplete, type SkillState } from '../../core/skill-state/skill.ts';
import { mainFileOf } from '../../core/skill-place.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import type { CatalogueListener, SkillChange } from '../catalogue/catalogue.ts';
import type { SkillRef } from '../catalogue/server.ts';

type FileToInspect = Parameters<FileInspector['inspect']>[0];

/**
 * Has each content looked at once, and keeps what was said of it beyond the skills that hold it.
 */
export interface InspectionCache {
  look(file: FileToInspect, server: string): Promise<InspectedFile>;
  /** What was said of these bytes under this path, whoever served them; null for nothing. */
  known(file: Omit<FileToInspect, 'bytes'>): InspectedFile | null;
  /** Resolves when few enough bytes of this server wait that more may be read. */
  room(server: string): Promise<void>;
}

/** Files whose inspections are kept: a copy costs nothing, and one that comes again is known. */
const mostKept = 20_000;
/** How often a file is looked at that may have had bad luck: it may just as well be made so. */
const mostTries = 3;

interface Kept {
  readonly file: InspectedFile;
  readonly tries: number;
}

interface LookingParts {
  /** Null where nobody looks at findings: what is kept of them is known all the same. */
  readonly inspector: FileInspector | null;
  readonly memory: Pick<ReviewMemory, 'inspection' | 'keepInspection'> | null;
  readonly clock: Pick<SystemClock, 'now'>;
}

export function createLooking({ inspector, memory, clock }: LookingParts): InspectionCache {
  /** By digest and path: the rules look at a path, too. */
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<InspectedFile>>();
  const waiting = new WaitingBytes();

  const keep = (key: string, one: Kept): void => {
    kept.delete(key);
    kept.set(key, one);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
  };
  /** What this process knows, else what an earlier one kept. */
  const find = (key: string, { digest, path }: Pick<FileToInspect, 'digest' | 'path'>) => {
    const one = kept.get(key);
    if (one !== undefined) return one;
    const file = memory?.inspection(digest, path) ?? null;
    if (file === null) return undefined;
    const before = { file: withAge(file), tries: 0 };
    keep(key, before);
    return before;
  };
  const inspect = async (file: FileToInspect, server: string): Promise<InspectedFile> => {
    if (inspector === null) throw new Error('invariant: nobody looks at files here');
    const { uri, path, digest, mode, mimeType, bytes } = file;
    waiting.add(server, bytes.byteLength);
    const said = await inspector
      .inspect(file, server)
      .finally(() => waiting.add(server, -bytes.byteLength));
    const marks = new Map(said.findings.map((one) => [one.rule, markOf(one, bytes)]));
    const found = { ...said, digest, path, mode, mimeType, marks };
    const made = at({ ...found, ruleset, at: clock.now() }, uri);
    const key = makeKey(file);
    const before = kept.get(key);
    const tries = before !== undefined && isSameKind(before.file, file) ? before.tries + 1 : 1;
    // It was looked at less this time: what was found in these bytes is in them.
    const isLess = !isDone(made) && made.findings.length === 0;
    const most =
      isLess && before !== undefined ? withAge({ ...before.file, ...kindAndGaps(made) }) : made;
    keep(key, { file: most, tries });
    // That the program was ending says nothing of the file.
    if (!most.notInspected.some(({ reason }) => reason === 'not-read'))
      memory?.keepInspection({
        ...most,
        notInspected: most.notInspected.filter(({ reason }) => reason !== 'older-rules'),
      });
    return most;
  };
  return {
    async look(file, server) {
      const key = makeKey(file);
      const before = find(key, file);
      if (before !== undefined && isSameKind(before.file, file))
        if (isDone(before.file) || before.tries >= mostTries) {
          keep(key, before);
          return at(before.file, file.uri);
        }
      // A queue for each server: another server's may be as long as that server likes.
      const work = JSON.stringify([server, key, file.mode, file.mimeType]);
      const looking = running.get(work) ?? inspect(file, server);
      running.set(work, looking);
      try {
        return at(await looking, file.uri);
      } finally {
        running.delete(work);
      }
    },
    known(file) {
      const one = find(makeKey(file), file);
      if (one === undefined) return null;
      return asKind(at(one.file, file.uri), file);
    },
    room: (server) => waiting.room(server),
  };
}

/** Bytes of each server that wait to be looked at. */
class WaitingBytes {
  readonly #of = new Map<string, { bytes: number; readonly freed: (() => void)[] }>();

  add(server: string, bytes: number): void {
    const of = this.#of.get(server) ?? { bytes: 0, freed: [] };
    of.bytes += bytes;
    this.#of.set(server, of);
    if (of.bytes <= limits.waitingBytes) for (const go of of.freed.splice(0)) go();
    if (of.bytes === 0) this.#of.delete(server);
  }

  /** Resolves when few enough wait. */
  room(server: string): Promise<void> {
    const of = this.#of.get(server);
    return of === undefined || of.bytes <= limits.waitingBytes
      ? Promise.resolve()
      : new Promise((go) => void of.freed.push(go));
  }
}

const makeKey = ({ digest, path }: Pick<FileToInspect, 'digest' | 'path'>): string =>
  `${digest}\n${path}`;

type Kind = Pick<InspectedFile, 'path' | 'mode' | 'mimeType'>;

/** The rules look at path, mode and type, too: the same bytes as another one are another file. */
export const isSameKind = (a: Kind, b: Partial<Kind>): boolean =>
  a.path === b.path && a.mode === b.mode && a.mimeType === b.mimeType;

/** What is known of the bytes, as a file of another type or mode may have it. */
function asKind(
  found: InspectedFile,
  file: Parameters<InspectionCache['known']>[0],
): InspectedFile {
  // A listing that names no type leaves it to the answer, whose type is looked at with it.
  const mimeType = file.mimeType ?? found.mimeType;
  if (isSameKind(found, { ...file, mimeType })) return found;
  // What was found in these bytes is in them; what they are as another type nobody looked at.
  const { uri, digest } = file;
  const gap = { uri, digest, reason: 'not-read', detail: '' } as const;
  return { ...found, notInspected: [...found.notInspected, gap] };
}

const kindAndGaps = ({
  path,
  mode,
  mimeType,
  notInspected,
}: InspectedFile): Pick<InspectedFile, keyof Kind | 'notInspected'> => ({
  path,
  mode,
  mimeType,
  notInspected,
});

/** What may come out otherwise the next time, for no fault of the file. */
const passing: ReadonlySet<NotInspected['reason']> = new Set([
  'crashed',
  'too-slow',
  'not-read',
  'older-rules',
]);

/** Whether nothing is gained by looking again. */
export const isDone = ({ notInspected }: InspectedFile): boolean =>
  !notInspected.some(({ reason }) => passing.has(reason));

/** Newer rules may find what those of then did not: until they looked, the file isn't inspected. */
const withAge = (file: InspectedFile): InspectedFile =>
  file.ruleset === ruleset
    ? file
    : {
        ...file,
        notInspected: [
          ...file.notInspected,
          { uri: '', digest: file.digest, reason: 'older-rules', detail: '' },
        ],
      };

/** A copy of the file elsewhere has an address of its own. */
const at = (file: InspectedFile, uri: string): InspectedFile => ({
  ...file,
  findings: file.findings.map((finding) => ({ ...finding, uri })),
  notInspected: file.notInspected.map((gap) => ({ ...gap, uri })),
});

/**
 * Names a listed file of a skill; null for one that no digest of the server's describes: what was
 * read of it in one session says nothing about the next.
 */
export function listedFileRef(
  listed: SkillEntry,
  { identity }: SkillRef['server'],
  { uri: file, digest, size }: FileEntry,
): ListedFileRef | null {
  if (identity === null || digest === undefined || !isComplete(listed)) return null;
  const isMain = file === mainFileOf(listed);
  return {
    ...{ identity, uri: listed.uri, file, digest, size: size ?? null },
    frontmatter: isMain ? JSON.stringify(listed.frontmatter) : '',
  };
}

/**
 * The skill with the checks of earlier sessions. None count beside a failure: the attacker is a
 * server that serves other bytes and then lists what had matched before.
 */
export function withChecks(
  held: SkillState,
  server: SkillRef['server'],
  memory: Pick<ReviewMemory, 'check'>,
): SkillState {
  if (held.mismatches.size > 0) return held;
  const verdicts = new Map(held.verdicts);
  for (const entry of listedFiles(held.listed)) {
    if (verdicts.has(entry.uri)) continue;
    const file = listedFileRef(held.listed, server, entry);
    const check = file === null ? null : memory.check(file);
    if (check === null) continue;
    const { at, advice } = check;
    const made: FileCheck = { status: 'verified', checkedAt: new Date(at).toISOString() };
    verdicts.set(entry.uri, advice === undefined ? made : { ...made, advice });
  }
  return verdicts.size === held.verdicts.size ? held : { ...held, verdicts };
}

/** Keeps what files matched, and takes back what no longer does. */
export function keepChecks(
  memory: Pick<ReviewMemory, 'keepCheck'>,
  now: () => number,
): CatalogueListener {
  const keep = ({ before, after }: SkillChange): void => {
    if (after === null || before?.held.verdicts === after.held.verdicts) return;
    const { listed, verdicts } = after.held;
    for (const entry of listedFiles(listed)) {
      const verdict = verdicts.get(entry.uri);
      if (verdict === undefined || before?.held.verdicts.get(entry.uri) === verdict) continue;
      const isOther = verdict.status === 'failed' && verdict.check !== 'read';
      const isMatch = verdict.status === 'verified' && verdict.checkedAt === undefined;
      const file = isOther || isMatch ? listedFileRef(listed, after.server, entry) : null;
      if (file !== null)
        memory.keepCheck(file, isMatch ? { at: now(), advice: verdict.advice } : null);
    }
  };
  return { skills: (changes) => changes.forEach(keep) };
}
