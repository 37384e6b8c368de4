import { markdownLinks } from './markdown-links.ts';
import type { LintFault, LintFile } from './skill-files.ts';

/** The most links reported for one file. */
const maxCount = 100;

/** Finds links in Markdown files that lead to neither a file nor a folder of the skill. */
export function lostLinks(files: readonly LintFile[]): LintFault[] {
  const places = placesOf(files);
  return files.flatMap(({ path, text }) =>
    text === null || !/\.(?:md|markdown)$/i.test(path) ? [] : lostIn(path, text, places),
  );
}

function lostIn(path: string, text: string, places: ReadonlySet<string>): LintFault[] {
  const found: LintFault[] = [];
  for (const { link, line, column } of markdownLinks(text)) {
    if (found.length >= maxCount) break;
    const said = whyLost(link, path, places);
    if (said !== null) found.push({ path, said, line, column });
  }
  return found;
}

/**
 * Resolves a link against the skill's folder, as hosts do, and against the file's own, as editors
 * do.
 */
function whyLost(link: string, from: string, places: ReadonlySet<string>): string | null {
  const own = from.split('/').slice(0, -1);
  const paths = [resolved([], link), resolved(own, link)].filter((path) => path !== null);
  if (paths.length === 0) return `${link} is outside the skill`;
  return paths.some((path) => places.has(path)) ? null : `there is no ${link}`;
}

/** All files and their folders in a set, so that a link costs the same however many there are. */
function placesOf(files: readonly LintFile[]): ReadonlySet<string> {
  const places = new Set(['']);
  for (const { path } of files) {
    places.add(path);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (places.has(folder)) break;
      places.add(folder);
    }
  }
  return places;
}

function resolved(base: readonly string[], link: string): string | null {
  let decoded = link;
  try {
    decoded = decodeURIComponent(link);
  } catch {
    // Use it as written.
  }
  const parts = [...base];
  for (const step of decoded.split('/')) {
    if (step === '..') {
      if (parts.pop() === undefined) return null;
    } else if (step !== '.' && step !== '') parts.push(step);
  }
  return parts.join('/');
}
