import { sha256 } from '../../core/digest.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import type { FileToInspect } from '../../core/findings/inspect.ts';
import { inspected, type InspectedFile } from '../../core/skill-state/steps.ts';
import type { SkillState } from '../../core/skill-state/skill.ts';
import { limits } from '../../core/limits.ts';
import { contentPathOf } from '../../core/preview/content-path.ts';
import { pathInEntry } from '../../core/skill-place.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import { ok } from '../../../shared/result.ts';
import type { SkillFacts } from '../../../shared/model/behavior.ts';
import type { SkillCatalogue } from '../catalogue/catalogue.ts';
import type { SkillRef, CatalogueSkill } from '../catalogue/server.ts';
import type { SystemClock } from '../ports/machine.ts';
import type { FileInspector, ReviewMemory } from '../ports/findings.ts';
import {
  withChecks,
  createLooking,
  type InspectionCache,
  isDone,
  isSameKind,
} from './inspection-cache.ts';

/** Bytes of a file that were read anyway. `digest` null where nothing vouches for them. */
export interface ReadBytes {
  readonly uri: string;
  readonly bytes: Uint8Array;
  readonly digest: string | null;
  /** As it was found under, where the entry does not list it yet. */
  readonly path?: string;
  /** As the answer to the read has it. */
  readonly mimeType?: string | undefined;
}

/** A skill by the label of its server. */
interface Named {
  readonly server: string;
  readonly uri: string;
}

/**
 * Findings of the files that were read, for whatever reason they were: nothing here reads or
 * fetches anything.
 */
export interface FindingsStore {
  /** False where nobody looks at findings of the skill: bytes need not even be made. */
  wants(skill: CatalogueSkill): boolean;
  /**
   * Hands over a file that was just read. Gives at once; what rules say comes into the catalogue.
   */
  saw(skill: CatalogueSkill, file: ReadBytes): void;
  /** What earlier sessions kept can be told from here on. */
  load(): Promise<void>;
  /**
   * The skill with what is known of the contents that it lists. The attacker is a server that
   * leaves a skill out of one listing, so that what was found in it is forgotten.
   */
  withKnown(held: SkillState, server: SkillRef['server']): SkillState;
  /**
   * What a file does, as inspected before; else from its bytes, if `bytes` has them. Null if
   * neither is known.
   */
  factsOf(
    file: Readonly<Record<'uri' | 'path' | 'digest', string>>,
    server: string,
    bytes: () => Promise<Uint8Array | null>,
  ): Promise<SkillFacts | null>;
  /** Resolves when few enough bytes of this server wait that more may be read. */
  room(server: SkillRef['server']): Promise<void>;
  /**
   * URIs of files of a skill that were read, and of which the catalogue does not say yet what rules
   * say.
   */
  lookingAt(skill: Named): ReadonlySet<string>;
  /** Resolves when there are none of these skills, or after `inspectMs`. */
  ready(skills: Iterable<Named>): Promise<void>;
  /** Resolves when everything that was handed over is in the catalogue. */
  settled(): Promise<void>;
}

/** How long results wait for others (ms), so that a window is not told of each of ten thousand. */
const together = 50;
const emptySet: ReadonlySet<string> = new Set();

interface InspectionParts {
  readonly catalogue: Pick<SkillCatalogue, 'at' | 'updateAll'>;
  readonly clock: SystemClock;
  /** Null where nobody looks at findings, as in most commands. */
  readonly inspector: FileInspector | null;
  /** Null where what earlier sessions learned is of no use, as behind the gateway. */
  readonly memory?: ReviewMemory | null;
  /** All when left out, or those of changed skills: who verifies thousands asks of these alone. */
  readonly inspects?: 'all' | 'changed';
}

/** One file on its way into the catalogue; `found` null while it is looked at. */
interface OnItsWay {
  readonly place: SkillRef;
  readonly uri: string;
  found: InspectedFile | null;
  ended: Promise<void>;
}

export function createInspections({
  catalogue,
  clock,
  inspector,
  memory = null,
  inspects = 'all',
}: InspectionParts): FindingsStore {
  if (inspector === null && memory === null) return nobody;
  const looking = createLooking({ inspector, memory, clock });
  /** By skill. */
  const under = new Map<string, Set<OnItsWay>>();
  let cancelFlush: (() => void) | null = null;

  const flush = (): void => {
    cancelFlush?.();
    cancelFlush = null;
    catalogue.updateAll(
      takenFound(under).map(({ place, found }) => ({
        place,
        step: (held) => (held === null ? null : inspected(held, found)),
      })),
    );
  };
  const wants = ({ standing }: CatalogueSkill): boolean =>
    inspector !== null && (inspects === 'all' || standing.kind === 'changed');
  const everything = (): OnItsWay[] => [...under.values()].flatMap((all) => [...all]);

  return {
    wants,
    saw(skill, read) {
      if (!wants(skill)) return;
      const { server } = skill;
      const file = fileToInspect(skill, read);
      if (file === null) return;
      const { uri } = file;
      const before = catalogue.at(skill)?.held.inspected.get(uri);
      if (before?.digest === file.digest && isSameKind(before, file) && isDone(before)) return;
      const one: OnItsWay = {
        ...{ place: { server, uri: skill.uri }, uri, found: null },
        ended: looking.look(file, server.label).then((found) => {
          one.found = found;
          cancelFlush ??= clock.after(together, flush);
        }),
      };
      const key = makeKey({ server: server.label, uri: skill.uri });
      under.set(key, (under.get(key) ?? new Set()).add(one));
    },
    load: async () => memory?.load(),
    withKnown(before, server) {
      const held = memory === null ? before : withChecks(before, server, memory);
      const known = knownFiles(held, looking);
      return known.size === 0 ? held : inspected(held, known);
    },
    async factsOf(file, server, bytesOf) {
      const found = looking.known(file);
      if (found !== null) return found.facts;
      const bytes = inspector === null ? null : await bytesOf();
      return bytes === null ? null : (await looking.look({ ...file, bytes }, server)).facts;
    },
    room: ({ label }) => looking.room(label),
    lookingAt(skill) {
      const all = under.get(makeKey(skill));
      return all === undefined ? emptySet : new Set([...all].map(({ uri }) => uri));
    },
    async ready(skills) {
      if (under.size === 0) return;
      const keys = [...skills].map(makeKey);
      const mine = (): OnItsWay[] => keys.flatMap((key) => [...(under.get(key) ?? [])]);
      if (mine().length === 0) return;
      await untilDone(clock, () => running(mine()));
      flush();
    },
    async settled() {
      for (let left = running(everything()); left.length > 0; left = running(everything()))
        await Promise.all(left);
      flush();
    },
  };
}

/** A file of the skill as the rules look at it; null where it has no path. */
function fileToInspect(
  { entry }: CatalogueSkill,
  { uri, path: found, bytes, digest, mimeType }: ReadBytes,
): FileToInspect | null {
  const path = found === undefined ? pathInEntry(entry, uri) : ok(found);
  if (!path.ok) return null;
  const listed = listedFile(entry, uri);
  return {
    uri,
    path: contentPathOf(entry, { uri, path: path.value }),
    bytes,
    digest: digest ?? sha256(bytes),
    mode: listed?.mode,
    mimeType: mimeType ?? listed?.mimeType,
  };
}

const running = (all: Iterable<OnItsWay>): Promise<void>[] =>
  [...all].flatMap(({ found, ended }) => (found === null ? [ended] : []));

/** Waits for what runs, and what begins meanwhile, at most `inspectMs`. */
async function untilDone(clock: SystemClock, runs: () => Promise<void>[]): Promise<void> {
  let isOver = false;
  let stop = (): void => {};
  const longest = new Promise<void>((end) => {
    stop = clock.after(limits.inspectMs, () => {
      isOver = true;
      end();
    });
  });
  while (!isOver && runs().length > 0) await Promise.race([Promise.all(runs()), longest]);
  stop();
}

/** What is done, taken out of what is on its way. */
function takenFound(under: Map<string, Set<OnItsWay>>) {
  return [...under].flatMap(([key, all]) => {
    const found = new Map<string, InspectedFile>();
    let of: SkillRef | null = null;
    for (const one of all) {
      if (one.found === null) continue;
      found.set(one.uri, one.found);
      of = one.place;
      all.delete(one);
    }
    if (all.size === 0) under.delete(key);
    return of === null ? [] : [{ place: of, found }];
  });
}

/** What is known of files that are listed and weren't inspected as they are listed. */
function knownFiles(
  held: SkillState,
  looking: Pick<InspectionCache, 'known'>,
): ReadonlyMap<string, InspectedFile> {
  const known = new Map<string, InspectedFile>();
  for (const { uri, digest, mode, mimeType } of listedFiles(held.listed)) {
    if (digest === undefined || held.inspected.get(uri)?.digest === digest) continue;
    const path = pathInEntry(held.listed, uri);
    const named = path.ok ? contentPathOf(held.listed, { uri, path: path.value }) : null;
    const file =
      named === null ? null : looking.known({ uri, path: named, digest, mode, mimeType });
    if (file !== null) known.set(uri, file);
  }
  return known;
}

const nobody: FindingsStore = {
  wants: () => false,
  saw: () => {},
  load: async () => {},
  withKnown: (held) => held,
  factsOf: async () => null,
  room: async () => {},
  lookingAt: () => emptySet,
  ready: async () => {},
  settled: async () => {},
};

const makeKey = ({ server, uri }: Named): string => `${server}\n${uri}`;
