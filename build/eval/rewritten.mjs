/*
 * The same skills written in other ways, and their programs and instructions in other files. A model
 * reads them as before, so the rules should see as much.
 */

const frontmatter = /^---\r?\n[^]*?\n---\r?\n/;

function split(text) {
  const head = frontmatter.exec(text)?.[0] ?? '';
  return [head, text.slice(head.length)];
}

/** Changes the prose of SKILL.md, but neither its frontmatter nor what is in fences and backticks. */
const inProse = (change) => (files) => {
  const [head, body] = split(files['SKILL.md']);
  let isFenced = false;
  const lines = body.split('\n').map((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    if (isFenced || /^\s*(?:```|~~~|\|)/.test(line)) return line;
    return line.replace(/`[^`]*`|[^`]+/g, (part) => (part.startsWith('`') ? part : change(part)));
  });
  return { ...files, 'SKILL.md': head + lines.join('\n') };
};
const inWords = (change) =>
  inProse((text) => text.replace(/(?<![\w/.@:~-])[a-z]{5,}(?![\w/.@:-])/g, change));
const wide = (word) =>
  word.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

/** Moves the body of SKILL.md to another file, which it tells the model to follow. */
const moved =
  (path, change = (body) => body) =>
  (files) => {
    const [head, body] = split(files['SKILL.md']);
    return {
      ...files,
      'SKILL.md': `${head}\nRead and follow \`${path}\`.\n`,
      [path]: change(body),
    };
  };

/** Gives programs of these types another name, everywhere. */
const renamed = (types, ending) => (files) => {
  const names = Object.keys(files).filter((path) => types.test(path));
  if (names.length === 0) return null;
  const last = (path) => path.split('/').pop();
  const other = (path) => path.replace(/\.\w+$/, ending);
  const said = (text) =>
    typeof text === 'string'
      ? names.reduce((all, path) => all.replaceAll(last(path), last(other(path))), text)
      : text;
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      names.includes(path) ? other(path) : path,
      said(names.includes(path) && typeof text === 'string' ? text.replace(/^#!.*\n/, '') : text),
    ]),
  );
};

/** Each takes the files of a skill with SKILL.md, and returns other ones, or null for no difference. */
export const ways = {
  'no-break spaces': inProse((text) => text.replace(/(?<=\w) (?=\w)/g, '\u00a0')),
  'double spaces': inProse((text) => text.replace(/(?<=\w) (?=\w)/g, '  ')),
  'words in italics': inWords((word) => `_${word}_`),
  'words in bold': inWords((word) => `**${word}**`),
  'entities for letters': inWords((word) => `&#${word.charCodeAt(0)};${word.slice(1)}`),
  'soft hyphens': inWords((word) => `${word.slice(0, 2)}\u00ad${word.slice(2)}`),
  'wide letters': inWords(wide),
  'letters of another script': inProse((text) => text.replaceAll('o', 'о').replaceAll('a', 'а')),
  'text in a license': moved('LICENSE.md'),
  'text in cases for tests': moved('injection-cases.txt'),
  'text in JSON': moved('steps.json', (body) =>
    JSON.stringify({ steps: body.split('\n') }, null, 1),
  ),
  'text in YAML': moved('steps.yaml', (body) => `steps: |\n${body.replace(/^/gm, '  ')}\n`),
  'text in a table': moved(
    'steps.csv',
    (body) =>
      `n,step\n${body
        .split('\n')
        .map((line, at) => `${at},"${line.replaceAll('"', '""')}"`)
        .join('\n')}\n`,
  ),
  'text in comments': moved('steps.py', (body) => body.replace(/^/gm, '# ')),
  'text in a string': moved(
    'steps.py',
    (body) => `print("""\n${body.replaceAll('"""', '')}\n""")\n`,
  ),
  'text in base64': moved('steps.txt', (body) => Buffer.from(body).toString('base64')),
  'shell without a type': renamed(/\.(?:sh|bash)$/, ''),
  'shell as a text': renamed(/\.(?:sh|bash)$/, '.txt'),
  'Python as a text': renamed(/\.py$/, '.txt'),
  'JavaScript as a text': renamed(/\.[mc]?js$/, '.txt'),
};

/** The skills that a way changes, before and after. */
export function rewritten(skills, way) {
  const pairs = skills.flatMap((skill) => {
    if (typeof skill.files['SKILL.md'] !== 'string') return [];
    const files = way(skill.files);
    return files === null ? [] : [[skill, { ...skill, files }]];
  });
  return { before: pairs.map(([one]) => one), after: pairs.map(([, one]) => one) };
}
