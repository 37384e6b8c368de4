import { sha256 } from '../../core/digest.ts';
import type { Inspection } from '../../core/findings/inspect.ts';
import { inspected, type InspectedFile } from '../../core/held/inspected.ts';
import { limits } from '../../core/limits.ts';
import { pathInEntry } from '../../core/skill-place.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Place, Skill } from '../catalogue/server.ts';
import type { Clock } from '../ports/machine.ts';
import type { Inspector } from '../ports/findings.ts';

/** Bytes of a file that were read anyway. `digest` null where nothing vouches for them. */
export interface SeenFile {
  readonly uri: string;
  readonly bytes: Uint8Array;
  readonly digest: string | null;
}

/**
 * Findings of the files that were read, for whatever reason they were: nothing here reads or fetches
 * anything.
 */
export interface Inspections {
  /** False where nobody looks at findings: bytes need not even be made. */
  readonly wanted: boolean;
  /** Hands over a file that was just read. Gives at once; what rules say comes into the catalogue. */
  saw(skill: Skill, file: SeenFile): void;
  /** Resolves when few enough bytes wait that more may be read. */
  room(): Promise<void>;
  /** Resolves when everything that was handed over is in the catalogue. */
  settled(): Promise<void>;
}

/** Files whose inspections are kept beyond the skills that hold them: a copy costs nothing. */
const mostKept = 20_000;
/** How long results wait for others (ms), so that a window is not told of each of ten thousand. */
const together = 50;

interface InspectionParts {
  readonly catalogue: Pick<Catalogue, 'at' | 'updateAll'>;
  readonly clock: Clock;
  /** Null where nobody looks at findings, as in most commands. */
  readonly inspector: Inspector | null;
}

export function createInspections({ catalogue, clock, inspector }: InspectionParts): Inspections {
  if (inspector === null)
    return { wanted: false, saw: () => {}, room: async () => {}, settled: async () => {} };
  const known = new Map<string, Promise<Inspection>>();
  const running = new Set<Promise<void>>();
  let found: { readonly place: Place; readonly uri: string; readonly file: InspectedFile }[] = [];
  let waiting = 0;
  const freed: (() => void)[] = [];
  let cancelFlush: (() => void) | null = null;

  const flush = (): void => {
    cancelFlush?.();
    cancelFlush = null;
    const of = new Map<
      string,
      { readonly place: Place; readonly files: Map<string, InspectedFile> }
    >();
    for (const { place, uri, file } of found) {
      const key = `${place.server.label}\n${place.uri}`;
      const one = of.get(key) ?? { place, files: new Map() };
      one.files.set(uri, file);
      of.set(key, one);
    }
    found = [];
    catalogue.updateAll(
      [...of.values()].map(({ place, files }) => ({
        place,
        step: (held) => (held === null ? null : inspected(held, files)),
      })),
    );
  };
  const take = (bytes: number): void => {
    waiting += bytes;
    if (waiting <= limits.waitingBytes) for (const go of freed.splice(0)) go();
  };
  /** The rules look at a path, too: the same bytes under another name are another file. */
  const lookAt = (file: Parameters<Inspector['inspect']>[0]): Promise<Inspection> => {
    const key = `${file.digest} ${file.mode ?? ''} ${file.path}`;
    const before = known.get(key);
    if (before !== undefined) {
      known.delete(key);
      known.set(key, before);
      return before;
    }
    take(file.bytes.byteLength);
    const looking = inspector.inspect(file).finally(() => take(-file.bytes.byteLength));
    known.set(key, looking);
    for (const oldest of known.keys()) {
      if (known.size <= mostKept) break;
      known.delete(oldest);
    }
    return looking;
  };
  const inspectFile = async (
    place: Place,
    file: Parameters<Inspector['inspect']>[0],
  ): Promise<void> => {
    const { uri, digest } = file;
    const { findings, notInspected } = await lookAt(file);
    found.push({
      place,
      uri,
      // A copy of the file elsewhere has an address of its own.
      file: {
        digest,
        findings: findings.map((finding) => ({ ...finding, uri })),
        notInspected: notInspected.map((gap) => ({ ...gap, uri })),
      },
    });
    cancelFlush ??= clock.after(together, flush);
  };
  return {
    wanted: true,
    saw(skill, { uri, bytes, digest }) {
      const path = pathInEntry(skill.entry, uri);
      if (!path.ok) return;
      const { server, uri: place } = skill;
      const known = digest ?? sha256(bytes);
      if (catalogue.at(skill)?.held.inspected.get(uri)?.digest === known) return;
      const { mode } = listedFile(skill.entry, uri) ?? {};
      const file = { uri, path: path.value, bytes, digest: known, mode };
      const one = inspectFile({ server, uri: place }, file).finally(() => running.delete(one));
      running.add(one);
    },
    room: () =>
      waiting <= limits.waitingBytes
        ? Promise.resolve()
        : new Promise((go) => {
            freed.push(go);
          }),
    async settled() {
      while (running.size > 0) await Promise.all(running);
      flush();
    },
  };
}
