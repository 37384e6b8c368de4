import { quotedIn, type CodePart, type CodeStretch } from './literals.ts';

/*
 * Shell commands that a file of another language hands to its tool: a directive for a generator, a
 * step of a build file, a cell of a notebook. Whoever builds, opens or renders the file runs them.
 */

/** A string of the file's own language, whose group is the text between the quotes. */
const quoted = String.raw`(?:"((?:[^"\\\n]|\\.){3,4000})"|'((?:[^'\\\n]|\\.){3,4000})')`;

interface CommandPlace {
  /** A word without which the file has none. */
  readonly word: string;
  /** Its first group that matches is the command. */
  readonly source: RegExp;
}

const shellProgram =
  String.raw`["'](?:/bin/|/usr/bin/)?(?:ba|da|z` +
  String.raw`|k)?sh["']\s*,?\s*["']-[a-z]*c["']\s*,?\s*`;

const places: readonly CommandPlace[] = [
  // Generators of Go, from the start of a line as Go demands.
  {
    word: 'go:generate',
    source:
      /^\/\/go:generate[ \t]+(?:(?:ba|z)?sh[ \t]+-c[ \t]+"([^\n]{3,4000})"|([^\n]{3,4000}))[ \t]*$/gm,
  },
  // `sh -c` as words of a list, in any language: Gradle, CMake, Rust, Nix, Terraform, Bazel.
  { word: '-c', source: new RegExp(shellProgram + quoted, 'g') },
  {
    word: 'arg',
    source: new RegExp(
      String.raw`["'](?:/bin/)?(?:ba|z)?sh["']\s*\)\s*\.args?\(\s*(?:&?\[\s*)?["']-[a-z]*c["']\s*(?:\)\s*\.arg\(|,)\s*${quoted}`,
      'g',
    ),
  },
  {
    word: 'COMMAND',
    source: new RegExp(
      String.raw`\bCOMMAND\s+(?:\$\{?\w*\}?\s+)?(?:/bin/)?(?:ba|z)?sh\s+-[a-z]*c\s+${quoted}`,
      'g',
    ),
  },
  // Provisioners and external programs of Terraform, genrules of Bazel.
  {
    word: 'command',
    source: new RegExp(String.raw`^[ \t]*(?:command|inline|cmd|bash|shell)\s*=\s*${quoted}`, 'gm'),
  },
  {
    word: 'cmd',
    source: new RegExp(
      String.raw`\b(?:cmd|cmd_bash|shellHook|buildPhase|installPhase|postInstall|` +
        String.raw`builder)\s*=\s*(?:${quoted}|''([\s\S]{3,4000}?)'')`,
      'g',
    ),
  },
  { word: 'inline', source: new RegExp(String.raw`\b(?:inline|path)\s*:\s*${quoted}`, 'g') },
  // Steps of Jenkins and tasks of Groovy.
  {
    word: 'sh',
    source: new RegExp(
      String.raw`(?:^|[\s{(;])(?:sh|bat|pwsh)\s*\(?\s*(?:script\s*:\s*)?(?:(?:"""|` +
        String.raw`''')([\s\S]{3,4000}?)(?:"""|''')|${quoted})`,
      'gm',
    ),
  },
  { word: 'execute', source: new RegExp(String.raw`${quoted}\s*\.execute\(`, 'g') },
  // Typesetters with a way out to a shell.
  { word: 'write18', source: /\\write18\s*\{([^}\n]{3,4000})\}/g },
  { word: 'ShellEscape', source: /\\ShellEscape\s*\{([^}\n]{3,4000})\}/g },
  { word: '\\input', source: /\\(?:input|include)\s*\{?\|\s*"?([^}"\n]{3,4000})/g },
  // Databases.
  { word: 'PROGRAM', source: /\b(?:TO|FROM)\s+PROGRAM\s+\$?'((?:[^'\n]|''){3,4000})'/gi },
  { word: 'cmdshell', source: /\bxp_cmdshell\s+N?'((?:[^'\n]|''){3,4000})'/gi },
  { word: '\\!', source: /^[ \t]*\\!\s*([^\n]{3,4000})$/gm },
  { word: 'sys_e', source: new RegExp(String.raw`\bsys_e(?:xec|val)\s*\(\s*${quoted}`, 'gi') },
  // Build files in XML, and scripts of the Mac.
  { word: '<Exec', source: /<Exec\b[^>]{0,400}?\bCommand="([^"\n]{3,4000})"/g },
  {
    word: '<argument>',
    source: /<argument>-c<\/argument>\s*<argument>([^<]{3,4000})<\/argument>/g,
  },
  { word: '<arg', source: /<arg\s+(?:line|value)="(?:-c\s+)?([^"\n]{8,4000})"/g },
  { word: 'do shell script', source: /\bdo shell script\s+"((?:[^"\\\n]|\\.){3,4000})"/g },
];

/** The most commands of one file, because an attacker chooses how many there are. */
const mostCommands = 200;

/** Commands in a text that no grammar reads as a shell's. */
export function toolCommands(text: string, from: CodePart['from'], offset = 0): CodeStretch[] {
  const found: CodeStretch[] = [];
  for (const { word, source } of places) {
    if (!text.includes(word)) continue;
    for (const match of text.matchAll(source)) {
      if (found.length >= mostCommands) return found;
      const code = match.slice(1).find((group) => group !== undefined) ?? '';
      const start = match.index + match[0].lastIndexOf(code);
      found.push({ language: 'bash', from, start: offset + start, code: unescaped(code) });
    }
  }
  return [...found, ...commandStrings(text, from, offset, found)];
}

/** A string, or the text of an element, whichever key, call or directive gets it. */
const elements = />([^<>\n]{8,4000})</g;
/** It begins like a command that loads, sends or opens something. */
const begins =
  /^\s*(?:[({!]\s*)?(?:(?:sudo|nohup|exec|eval|env|setsid|timeout \d+\w?|\w+=\S+)\s+)*(?:(?:\/usr)?\/bin\/)?(?:curl|wget|aria2c|iwr|irm|ncat?|socat|base64 -d|powershell|pwsh|bash -[ic]|sh -c|mshta|certutil|bitsadmin)\b\s+\S/i;

/** Commands in any string of a file, at most as many as of the known places. */
export function commandStrings(
  text: string,
  from: CodePart['from'],
  offset: number,
  known: readonly CodeStretch[],
): CodeStretch[] {
  const found: CodeStretch[] = [];
  const taken = new Set(known.map(({ start }) => start));
  const isLine = (body: string): boolean => body.length >= 8 && body.length <= 4_000;
  const strings = [
    ...[...quotedIn(text, `"'`, isLine)].map(({ body, start }) => [body, start] as const),
    ...[...text.matchAll(elements)].map(({ 1: body = '', index }) => [body, index] as const),
  ];
  for (const [code, index] of strings) {
    if (found.length >= mostCommands) break;
    const start = offset + index + 1;
    if (begins.test(code) && !taken.has(start))
      found.push({
        language: 'bash',
        from,
        start,
        code: unescaped(code).replaceAll('&amp;', '&    '),
      });
  }
  return found;
}

/** Functions of a database that are written in a language with access to the machine. */
export const databaseFunctions = (text: string): CodeStretch[] =>
  [
    ...text.matchAll(
      /\bAS\s+\$(\w{0,20})\$([\s\S]{3,8000}?)\$\1\$\s*LANGUAGE\s+(plpython\d?u|plsh)\b/gi,
    ),
  ]
    .slice(0, mostCommands)
    .map(({ 0: whole, 2: code = '', 3: language = '', index }) => ({
      language: language.toLowerCase() === 'plsh' ? 'bash' : 'python',
      from: 'script',
      start: index + whole.indexOf(code),
      code: code.replace(/^ +/, (lead) => '\n'.padEnd(lead.length)),
    }));

/** Escapes become as many characters, so that offsets stay the same. */
const unescaped = (code: string): string => code.replaceAll(/\\(["'$`\\])/g, ' $1');

/** Lines of a notebook's cells that begin with `!` or `%`, which a shell runs. */
const cellLine = /"[ \t]*(?:!|%%?(?:sh|bash|system|sx)\b(?:\\n)?)((?:[^"\\\n]|\\.){2,4000})"/g;

export const notebookCommands = (text: string): CodeStretch[] =>
  [...text.matchAll(cellLine)].slice(0, mostCommands).map(({ 0: whole, 1: code = '', index }) => ({
    language: 'bash',
    from: 'script',
    start: index + whole.lastIndexOf(code),
    code: code.replaceAll(/\\n/g, '\n ').replaceAll(/\\(.)/g, ' $1'),
  }));
