import type { CodePart } from './literals.ts';
import { isString, quotedIn } from './literals.ts';
import { type FileKind, opening, type TextLayer } from './layers.ts';
import { nodesIn } from './tree.ts';

/*
 * What a model reads in files that aren't documents: "follow the steps in steps.json". Whoever hides
 * orders chooses where, so long texts in data, comments and strings are read like a document, too.
 */

/** A string of data that is a text, in words. */
const words =
  /\p{L}+[^\p{L}\n]+\p{L}+[^\p{L}\n]+\p{L}+[^\p{L}\n]+\p{L}+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{8}/u;
const phrase =
  /\p{L}{2}[ ,]+\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u;
/** After a key. */
const colon = /\s{0,20}:/y;
const isValue = (text: string, end: number): boolean => {
  colon.lastIndex = end;
  return !colon.test(text);
};
/** Shorter ones are messages and notes. */
const shortest = 160;

/** The texts in a file of data or a program, each with its place. */
export function carriedProse(
  text: string,
  kind: FileKind,
  code: readonly CodePart[],
): { readonly layers: readonly TextLayer[]; readonly isCut: boolean } {
  const found = kind.kind === 'data' ? inData(text, kind.format) : inCode(text, code);
  const isOfProgram = kind.kind !== 'data';
  const layers: TextLayer[] = [];
  let room: number = opening.bytes;
  for (const { start, end, said, name } of found) {
    const bytes = Buffer.from(said);
    if (bytes.length > room || layers.length >= opening.layers) return { layers, isCut: true };
    room -= bytes.length;
    layers.push({ start, end, path: [name], bytes, isProse: true, isOfProgram });
  }
  return { layers, isCut: false };
}

interface CarriedText {
  readonly start: number;
  readonly end: number;
  readonly said: string;
  readonly name: string;
}

function inData(text: string, format: string): CarriedText[] {
  const name = 'text in data';
  if (format === 'json') {
    const isText = (body: string, end: number): boolean => body.length >= 12 && isValue(text, end);
    const strings = [...quotedIn(text, '"', isText)].filter(({ body }) => words.test(body));
    const [first, last] = [strings[0], strings.at(-1)];
    if (first === undefined || last === undefined) return [];
    const said = strings.map(({ body }) => unescaped(`"${body}"`)).join('\n');
    return [{ start: first.start, end: last.end, said, name }];
  }
  const lines = text.split('\n').map(format === 'table' ? cells : valueOf);
  if (!lines.some((line) => words.test(line))) return [];
  // Names, numbers and addresses are no text.
  const said = lines.map((line) => (phrase.test(line) ? line : '')).join('\n');
  return [{ start: 0, end: text.length, said, name }];
}

const unescaped = (string: string): string => {
  try {
    return String(JSON.parse(string));
  } catch {
    return string.slice(1, -1);
  }
};

/** A line of YAML or of settings without its key, its quotation marks, and what a comment is about. */
function valueOf(line: string): string {
  const value = line.replace(keyed, '').replace(/^["'](.*)["'],?$/, '$1');
  const [, own = '', comment] = /^(.*?)\s#\s+(.*)$/.exec(value) ?? [];
  return comment === undefined || phrase.test(own) ? value : comment;
}

const keyed = /^\s*(?:-\s+)?(?:["']?[\w. -]{1,40}["']?\s*[:=](?:\s+|$))?[|>]?[-+]?\s*/;

/** Of a table, each cell on its own line. */
const cells = (line: string): string =>
  line.replaceAll(/^"|"$|"?[,;\t]"|"[,;\t]"?/g, '\n').replaceAll('""', '"');

function inCode(text: string, code: readonly CodePart[]): CarriedText[] {
  const found: CarriedText[] = [];
  for (const { tree, from } of code) {
    if (tree === null || from !== 'script') continue;
    let open: { start: number; end: number } | null = null;
    const close = (): void => {
      if (open !== null && open.end - open.start > shortest)
        found.push({
          ...open,
          said: uncommented(text.slice(open.start, open.end)),
          name: 'comments',
        });
      open = null;
    };
    for (const node of nodesIn(tree)) {
      const { type, start, end } = node;
      if (type === 'comment') {
        if (open !== null && /^\s*$/.test(text.slice(open.end, start)))
          open = { start: open.start, end };
        else {
          close();
          open = { start, end };
        }
      } else if (end - start > shortest && (isString(node) || type === 'heredoc_body')) {
        const said = text
          .slice(start, end)
          .replace(/^[a-zA-Z]{0,2}(?:"""|'''|["'`])|(?:"""|'''|["'`])$/g, '');
        if (words.test(said)) found.push({ start, end, said, name: 'text in a program' });
      }
    }
    close();
  }
  return found.sort((a, b) => a.start - b.start);
}

const uncommented = (comments: string): string =>
  comments.replaceAll(/^[ \t]*(?:#+|\/\/+|\/?\*+\/?|--|;+)?[ \t]?/gm, '').replace(/\*\/\s*$/, '');
