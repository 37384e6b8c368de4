/**
 * How a whole text is written: `code` is a program, all syntax except its comments; `text` is
 * prose, Markdown or data, in which only code spans and code blocks are code.
 */
export type WritingKind = 'text' | 'code';

/** Languages of the source view for prose, or for data that contains sentences. */
const textLanguages = new Set([
  'plaintext',
  'markdown',
  'mdx',
  'json',
  'yaml',
  'ini',
  'xml',
  'html',
  'csv',
]);

export const writingOf = (language: string): WritingKind =>
  textLanguages.has(language) ? 'text' : 'code';

/** Fence languages that mark prose. */
const proseInfo = /^(?:text|txt|plain|plaintext|markdown|md|mdx|diff)\b/i;
const fence = /^[\s>]{0,40}(?:[-*+]\s{1,4}|\d{1,9}[.)]\s{1,4})?(`{3,}|~{3,})([^\n]{0,200})/;
const closes = /^[\s>]{0,40}(`{3,}|~{3,})\s{0,200}$/;
const listItem = /^\s{0,40}(?:[-*+]|\d{1,9}[.)])\s/;
const indented = /^(?: {4}|\t)/;

/** Called for each line in order; says which parts of it are code. */
interface LineReader {
  /** Ends where the next line begins; ranges are `[from, to)` in the line. */
  readonly read: (line: string) => readonly (readonly [from: number, to: number])[];
}

/** Its state never depends on later text: a prefix is read like the whole. */
export function lineReader(kind: WritingKind): LineReader {
  return kind === 'code' ? codeReader() : textReader();
}

function textReader(): LineReader {
  let open: { readonly mark: string; readonly code: LineReader | null } | null = null;
  let isBlock = false;
  let isAfterBlank = true;
  let isInList = false;
  const openFence = (line: string): boolean => {
    const found = fence.exec(line);
    const [, mark = '', info = ''] = found ?? [];
    // A backtick in the info string makes it a span on one line.
    if (found === null || (mark.startsWith('`') && info.includes('`'))) return false;
    open = { mark, code: proseInfo.test(info.trim()) ? null : codeReader() };
    return true;
  };
  return {
    read: (line) => {
      if (open !== null) {
        const mark = closes.exec(line)?.[1] ?? '';
        if (mark[0] === open.mark[0] && mark.length >= open.mark.length) {
          open = null;
          return [];
        }
        return open.code === null ? spansIn(line) : open.code.read(line);
      }
      if (openFence(line)) return [];
      const isBlank = line.trim() === '';
      isBlock = !isBlank && indented.test(line) && !isInList && (isAfterBlank || isBlock);
      if (!isBlank && !indented.test(line)) isInList = listItem.test(line);
      isAfterBlank = isBlank;
      return isBlock ? [[0, line.length]] : spansIn(line);
    },
  };
}

const ticks = /`+/g;

/** Spans between equally long runs of backticks within one line. */
function spansIn(line: string): readonly (readonly [number, number])[] {
  if (!line.includes('`')) return [];
  const runs = [...line.matchAll(ticks)].map(({ 0: run, index }) => ({ index, size: run.length }));
  const spans: [number, number][] = [];
  // The next run of a size, looked up from the end: many runs of many sizes stay linear.
  const next = new Map<number, number>();
  const partner = Array.from<number | undefined>({ length: runs.length });
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const size = runs[at]?.size ?? 0;
    partner[at] = next.get(size);
    next.set(size, at);
  }
  for (let at = 0; at < runs.length; at += 1) {
    const from = runs[at];
    const other = partner[at];
    const to = other === undefined ? undefined : runs[other];
    if (from === undefined || other === undefined || to === undefined) continue;
    spans.push([from.index + from.size, to.index]);
    at = other;
  }
  return spans;
}

/** A comment to the end of its line, in any language that skills are written in. */
const lineComment = /(?:^|\s)(?:#(?!!)|\/\/|--\s|%\s|;;|REM\s)/g;
const openers = /\/\*|<!--|"""|'''/g;
const closers: Readonly<Record<string, string>> = {
  '/*': '*/',
  '<!--': '-->',
  '"""': '"""',
  "'''": "'''",
};

/**
 * Comments count as prose. A hostile file can make code pass for a comment in some languages; the
 * rules for prose then apply, and still find imitations in addresses, paths and options.
 */
function codeReader(): LineReader {
  let waitsFor: string | null = null;
  return {
    read: (line) => {
      const code: [number, number][] = [];
      const comment = finder(lineComment, line);
      const opener = finder(openers, line);
      for (let at = 0; at < line.length;) {
        if (waitsFor !== null) {
          const end = line.indexOf(waitsFor, at);
          if (end === -1) return code;
          at = end + waitsFor.length;
          waitsFor = null;
        }
        const ends = comment(at);
        const opens = opener(at);
        if (opens === null || (ends !== null && ends.index < opens.index)) {
          code.push([at, ends?.index ?? line.length]);
          return code;
        }
        code.push([at, opens.index]);
        at = opens.index + opens[0].length;
        waitsFor = closers[opens[0]] ?? null;
      }
      return code;
    },
  };
}

/** The first match from a position on; positions ascend, so no stretch is searched twice. */
function finder(pattern: RegExp, line: string): (at: number) => RegExpExecArray | null {
  let next: RegExpExecArray | null | undefined;
  return (at) => {
    if (next === undefined || (next !== null && next.index < at)) {
      pattern.lastIndex = at;
      next = pattern.exec(line);
    }
    return next;
  };
}
