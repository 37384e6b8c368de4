import { markOf } from '../../core/skill-state/finding-mark.ts';
import type { InspectedFile } from '../../core/skill-state/file-inspection.ts';
import { limits } from '../../core/limits.ts';
import type { NotInspected } from '../../../shared/model/findings.ts';
import type { FileInspector } from '../ports/findings.ts';

type FileToInspect = Parameters<FileInspector['inspect']>[0];

/** Has each content looked at once, and keeps what was said of it beyond the skills that hold it. */
export interface InspectionCache {
  look(file: FileToInspect, server: string): Promise<InspectedFile>;
  /** What was said of these bytes under this path, whoever served them; null for nothing. */
  known(file: Omit<FileToInspect, 'bytes'>): InspectedFile | null;
  /** Whether anything is known at all. */
  readonly isEmpty: boolean;
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

export function createLooking(inspector: FileInspector): InspectionCache {
  /** By digest and path: the rules look at a path, too. */
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<InspectedFile>>();
  const waiting = new Map<string, { bytes: number; readonly freed: (() => void)[] }>();

  const take = (server: string, bytes: number): void => {
    const of = waiting.get(server) ?? { bytes: 0, freed: [] };
    of.bytes += bytes;
    waiting.set(server, of);
    if (of.bytes <= limits.waitingBytes) for (const go of of.freed.splice(0)) go();
    if (of.bytes === 0) waiting.delete(server);
  };
  const keep = (key: string, one: Kept): void => {
    kept.delete(key);
    kept.set(key, one);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
  };
  const inspect = async (file: FileToInspect, server: string): Promise<InspectedFile> => {
    const { uri, path, digest, mode, mimeType, bytes } = file;
    take(server, bytes.byteLength);
    const said = await inspector
      .inspect(file, server)
      .finally(() => take(server, -bytes.byteLength));
    const { findings, notInspected, traces } = said;
    const marks = new Map(findings.map((one) => [one.rule, markOf(one, bytes)]));
    const made = at({ digest, path, mode, mimeType, findings, notInspected, marks, traces }, uri);
    const key = keyOf(file);
    const before = kept.get(key);
    const tries = before !== undefined && isSameKind(before.file, file) ? before.tries + 1 : 1;
    // It was looked at less this time: what was found in these bytes is in them.
    const isLess = !isDone(made) && made.findings.length === 0;
    const most = isLess && before !== undefined ? { ...before.file, ...kindAndGaps(made) } : made;
    keep(key, { file: most, tries });
    return most;
  };
  return {
    get isEmpty() {
      return kept.size === 0;
    },
    async look(file, server) {
      const key = keyOf(file);
      const before = kept.get(key);
      if (before !== undefined && isSameKind(before.file, file))
        if (isDone(before.file) || before.tries >= mostTries) {
          keep(key, before);
          return at(before.file, file.uri);
        }
      // Keyed by server: another server controls how long its own queue is.
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
      const one = kept.get(keyOf(file));
      if (one === undefined) return null;
      const found = at(one.file, file.uri);
      if (isSameKind(found, file)) return found;
      // What was found in these bytes is in them; what they are as another type nobody looked at.
      const { uri, digest } = file;
      const gap = { uri, digest, reason: 'not-read', detail: '' } as const;
      return { ...found, notInspected: [...found.notInspected, gap] };
    },
    room(server) {
      const of = waiting.get(server);
      return of === undefined || of.bytes <= limits.waitingBytes
        ? Promise.resolve()
        : new Promise((go) => void of.freed.push(go));
    },
  };
}

const keyOf = ({ digest, path }: Pick<FileToInspect, 'digest' | 'path'>): string =>
  `${digest}\n${path}`;

type Kind = Pick<InspectedFile, 'path' | 'mode' | 'mimeType'>;

/** The rules look at path, mode and type, too: the same bytes as another one are another file. */
export const isSameKind = (a: Kind, b: Partial<Kind>): boolean =>
  a.path === b.path && a.mode === b.mode && a.mimeType === b.mimeType;

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
const passing: ReadonlySet<NotInspected['reason']> = new Set(['crashed', 'too-slow', 'not-read']);

/** Whether nothing is gained by looking again. */
export const isDone = ({ notInspected }: InspectedFile): boolean =>
  !notInspected.some(({ reason }) => passing.has(reason));

/** A copy of the file elsewhere has an address of its own. */
const at = (file: InspectedFile, uri: string): InspectedFile => ({
  ...file,
  findings: file.findings.map((finding) => ({ ...finding, uri })),
  notInspected: file.notInspected.map((gap) => ({ ...gap, uri })),
});
