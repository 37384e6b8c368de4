import type { LintFile, LintSkill } from '../../core/lint/skill-files.ts';
import type { ConformanceReport, ReportedFault } from '../../../shared/model/report.ts';
import { skillsAt } from './skill-folders.ts';

interface FileOnDisk {
  /** Relative to where the command runs. */
  readonly path: string;
  readonly text: string | null;
}

/**
 * Finds the file on a disk for a URI that a server sends, so that an annotation has a place to
 * stand. The attacker writes the URI: it's only compared with the files that were found, and never
 * opened.
 */
export type FilePlaces = (uri: string) => FileOnDisk | null;

/** The files of every skill in a folder. Throws a CommandError if it has none. */
export async function placesIn(cwd: string, folder: string): Promise<FilePlaces> {
  const { skills } = await skillsAt(cwd, folder);
  const files = skills.flatMap((skill) => skill.files.map((file) => onDisk(skill, file)));
  const byEnding = new Map<string, FileOnDisk[]>();
  for (const { ending, ...file } of files)
    byEnding.set(ending, [...(byEnding.get(ending) ?? []), file]);
  return (uri) => fileOf(uri, byEnding);
}

/** `ending`: its path from the skill's own folder on, which the URI ends with. */
function onDisk(
  { folder, name }: LintSkill,
  { path, text }: LintFile,
): FileOnDisk & { readonly ending: string } {
  const isMain = path === 'SKILL.md';
  return {
    path: folder === '' ? path : `${folder}/${path}`,
    ending: `${name}/${path}`,
    text: isMain ? text : null,
  };
}

/** The longest way in which the URI ends with the path of one file; null if several do. */
function fileOf(
  uri: string,
  byEnding: ReadonlyMap<string, readonly FileOnDisk[]>,
): FileOnDisk | null {
  const segments = segmentsOf(uri);
  for (let from = 0; from < segments.length - 1; from += 1) {
    const found = byEnding.get(segments.slice(from).join('/')) ?? [];
    if (found.length === 0) continue;
    // Two folders of one name: the one whose parents are the URI's.
    const common = found.map(({ path }) => commonEnd(path.split('/'), segments));
    const most = Math.max(...common);
    const best = found.filter((_, index) => common[index] === most);
    return best.length === 1 ? (best[0] ?? null) : null;
  }
  return null;
}

const mostSegments = 64;

function segmentsOf(uri: string): readonly string[] {
  const at = uri.indexOf('://');
  if (at < 0) return [];
  const segments = uri
    .slice(at + 3)
    .split('/')
    .slice(-mostSegments);
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return segments;
  }
}

function commonEnd(one: readonly string[], two: readonly string[]): number {
  let count = 0;
  while (count < Math.min(one.length, two.length) && one.at(-1 - count) === two.at(-1 - count))
    count += 1;
  return count;
}

/** The report with a file and a line for each problem of a file on the disk. */
export const withPlaces = (report: ConformanceReport, places: FilePlaces): ConformanceReport => ({
  ...report,
  checks: report.checks.map((check) => ({
    ...check,
    faults: check.faults.map((fault) => placed(check.id, fault, places)),
  })),
});

function placed(id: string, fault: ReportedFault, places: FilePlaces): ReportedFault {
  const file = places(fault.subject);
  if (file === null) return fault;
  const line = file.text === null ? 1 : lineOf(file.text, fieldsIn(id, fault));
  return { ...fault, place: { file: file.path, line, column: 1 } };
}

/** Names of frontmatter fields that the problem may be about, the surest first. */
const fieldsIn = (id: string, { said }: ReportedFault): readonly string[] => [
  ...(/^([\w-]+)\b/.exec(said)?.slice(1) ?? []),
  ...(id.includes('description') ? ['description'] : []),
  ...(/name/.test(id) ? ['name'] : []),
];

/** The line of the first of these fields in the frontmatter, from 1; 1 if it has none. */
function lineOf(text: string, fields: readonly string[]): number {
  const lines = text.split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  const frontmatter = end < 0 ? [] : lines.slice(0, end);
  for (const field of fields) {
    const at = frontmatter.findIndex((line) => line.startsWith(`${field}:`));
    if (at >= 0) return at + 1;
  }
  return 1;
}
