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

/** Puts programs for a shell into strings of another language, which starts a shell with them. */
const inString = (ending, write) => (files) => {
  const inside = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      /\.(?:sh|bash)$/.test(path) && typeof text === 'string'
        ? write(text.replace(/^#!.*\n/, '').trimEnd(), JSON.stringify(text))
        : text,
    ]),
  );
  return renamed(/\.(?:sh|bash)$/, ending)(inside);
};
const asLines = (code) =>
  code
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .map((line) => `  ${JSON.stringify(line)}`)
    .join(',\n');
const escapedForXml = (code) =>
  code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Each takes the files of a skill with SKILL.md, and returns other ones, or null for no difference. */
export const ways = {
  'no-break spaces': inProse((text) => text.replace(/(?<=\w) (?=\w)/g, '\u00a0')),
  'double spaces': inProse((text) => text.replace(/(?<=\w) (?=\w)/g, '  ')),
  'words in italics': inWords((word) => `_${word}_`),
  'words in bold': inWords((word) => `**${word}**`),
  'entities for letters': inWords((word) => `&#${word.charCodeAt(0)};${word.slice(1)}`),
  'soft hyphens': inWords((word) => `${word.slice(0, 2)}\u00ad${word.slice(2)}`),
  'wide letters': inWords(wide),
  'letters with dots': inWords((word) => word.split('').join('.')),
  'letters with spaces': inWords((word) => word.split('').join(' ')),
  'digits for letters': inWords((word) => word.replaceAll('e', '3').replaceAll('o', '0')),
  'words that are joined': inProse((text) => text.replace(/(?<=[a-z]) (?=[a-z])/g, '_')),
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
  'shell as the input of one in Python': inString(
    '.py',
    (_, json) => `import subprocess\nsubprocess.run(["sh"], input=${json}, text=True)\n`,
  ),
  'lines of shell in a list of JavaScript': inString(
    '.js',
    (code) =>
      `const { execSync } = require('child_process');\nfor (const step of [\n${asLines(code)}\n]) execSync(step);\n`,
  ),
  'shell in a string of TypeScript': inString(
    '.ts',
    (_, json) => `const command = new Deno.Command('bash', { args: ['-c', ${json}] });\n`,
  ),
  'shell in a string of Ruby': inString('.rb', (code) => `system(<<~'SH')\n${code}\nSH\n`),
  'shell in a string of Perl': inString('.pl', (code) => `system(<<'SH');\n${code}\nSH\n`),
  'shell in a string of PHP': inString(
    '.php',
    (code) => `<?php\nshell_exec(<<<'SH'\n${code}\nSH);\n`,
  ),
  'shell in a string of PowerShell': inString('.ps1', (code) => `bash -c @'\n${code}\n'@\n`),
  'shell in a string of Rust': inString(
    '.rs',
    (code) =>
      `fn main() {\n    Command::new("bash").arg("-c").arg(r#"${code}"#).status().unwrap();\n}\n`,
  ),
  'shell in a string of Java': inString(
    '.java',
    (code) =>
      `class A {\n  void a() {\n    new ProcessBuilder("bash", "-c", """\n${code}\n""").start();\n  }\n}\n`,
  ),
  'shell in a string of Haskell': inString('.hs', (_, json) => `main = callCommand ${json}\n`),
  'shell in a string of Lua': inString('.lua', (code) => `os.execute([==[${code}]==])\n`),
  'shell in a property list': inString(
    '.plist',
    (code) =>
      `<plist><array><string>/bin/sh</string><string>-c</string><string>${escapedForXml(code)}</string></array></plist>\n`,
  ),
  'shell in a setting of Terraform': inString(
    '.tf',
    (code) => `provisioner "local-exec" {\n  command = <<-EOT\n${code}\n  EOT\n}\n`,
  ),
  'shell in a step of YAML': inString(
    '.yaml',
    (code) => `steps:\n  - |\n${code.replace(/^/gm, '    ')}\n`,
  ),
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
