import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseAstAsync } from 'vite';

/**
 * `npm run strings [-- FOLDER…]`: every text of the program that a person may read, with file and line, in one
 * list to review, and the first step to a translation. A text is a string of at least two words, or the text
 * between two tags. Documents are read directly.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const { positionals } = parseArgs({ allowPositionals: true });
const folders = positionals.length > 0 ? positionals : ['electron', 'renderer', 'shared'];
const listed = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' });
const files = listed
  .split('\n')
  .filter(
    (path) =>
      /\.tsx?$/.test(path) && !/\.(?:test|fixture)\.|\/(?:testing|integration)\//.test(path),
  );

/** Class names, import paths, keys and code have no spaces between words. */
const isText = (text) =>
  /\p{L}{2,}[,.:;!?…’']?\s+\p{L}/u.test(text) && !/^[a-z-]+(?: [a-z-]+)*$/.test(text);
const isJsxText = (text) => /\p{L}/u.test(text);

function* textsIn(node) {
  if (Array.isArray(node)) {
    for (const item of node) yield* textsIn(item);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return;
  if (node.type === 'Literal' && typeof node.value === 'string' && isText(node.value))
    yield { at: node.start, text: node.value };
  if (node.type === 'JSXText' && isJsxText(node.value)) yield { at: node.start, text: node.value };
  if (node.type === 'TemplateLiteral') {
    const text = node.quasis.map(({ value }) => value.cooked).join('{…}');
    if (isText(text)) yield { at: node.start, text };
  }
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') yield* textsIn(value);
}

let count = 0;
for (const path of files) {
  const code = readFileSync(root + path, 'utf8');
  const tree = await parseAstAsync(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  for (const { at, text } of textsIn(tree)) {
    const line = code.slice(0, at).split('\n').length;
    console.log(`${path}:${line}: ${text.replace(/\s+/g, ' ').trim()}`);
    count += 1;
  }
}
console.error(`${count} texts in ${files.length} files`);
