import type { CodePart, CodeStretch } from './literals.ts';
import { childOf, nodesIn, type SyntaxNode } from './tree.ts';

/** The most programs inside the shell code of one part. */
const mostEmbedded = 50;

const interpreters: readonly (readonly [RegExp, CodeStretch['language'], RegExp])[] = [
  [/^(?:sh|bash|zsh|dash|ksh|ash)$/, 'bash', /^$/],
  [/^(?:python[\d.]*|pypy3?)$/, 'python', /^-[a-zA-Z]*c$/],
  [/^(?:node|nodejs|deno|bun)$/, 'javascript', /^(?:-[a-z]*e|--eval|eval|-p)$/],
  [/^ruby$/, 'ruby', /^-[a-z]*e$/],
  [/^(?:powershell|pwsh)(?:\.exe)?$/, 'powershell', /^-c(?:ommand)?$/i],
  [/^(?:perl|php|lua|awk|gawk|mawk)$/, 'other', /^-[a-zA-Z]*[er]$/],
];

/**
 * Programs of another language in shell code: `python3 -c '…'`, `node <<EOF`, and here-documents
 * that a shell reads or that become a script.
 */
export function embeddedIn(part: CodePart, text: string): CodeStretch[] {
  if (part.tree === null || part.language !== 'bash') return [];
  const found: CodeStretch[] = [];
  for (const node of nodesIn(part.tree)) {
    if (found.length >= mostEmbedded) break;
    if (node.type === 'heredoc_redirect') {
      const body = node.children.find(({ type }) => type === 'heredoc_body');
      const language = body === undefined ? null : heredocLanguage(node, text);
      if (body !== undefined && language !== null)
        found.push({
          language,
          from: part.from,
          start: body.start,
          code: text.slice(body.start, body.end),
        });
    } else if (node.type === 'command') {
      const given = programArgument(node, text);
      // In a document, installers are shown that way; they are read as commands.
      const isShown = given?.language === 'powershell' && part.from !== 'script';
      if (given !== null && !isShown) found.push({ ...given, from: part.from });
    }
  }
  return found;
}

const baseName = (word: string): string => word.slice(word.lastIndexOf('/') + 1).toLowerCase();

/** The program in an argument such as that of `-c`, as it's written between the quotes. */
function programArgument(node: SyntaxNode, text: string): Omit<CodeStretch, 'from'> | null {
  const words = node.children.filter(({ type }) => !/redirect|assignment/.test(type));
  const source = ({ start, end }: SyntaxNode): string => text.slice(start, end);
  const at = words.findIndex((word) =>
    interpreters.some(([name]) => name.test(baseName(source(word)))),
  );
  const program = words[at];
  if (program === undefined) return null;
  const chosen = interpreters.find(([name]) => name.test(baseName(source(program))));
  if (chosen === undefined || chosen[1] === 'bash') return null;
  const flag = words.findIndex((word, index) => index > at && chosen[2].test(source(word)));
  // The first argument of awk is its program, and no flag says so.
  const isAwk = baseName(source(program)).endsWith('awk');
  const given =
    flag !== -1
      ? words[flag + 1]
      : isAwk
        ? words.find(({ type }, index) => index > at && /^(?:string|raw_string)$/.test(type))
        : undefined;
  if (given === undefined || !/^(?:string|raw_string)$/.test(given.type)) return null;
  const code = source(given).slice(1, -1);
  // Escapes become as many characters, so that offsets stay the same.
  const plain = given.type === 'raw_string' ? code : code.replace(/\\(["$`\\])/g, ' $1');
  return { language: chosen[1], start: given.start + 1, code: plain };
}

/** The language of a here-document, by the command that reads it or the file that it becomes. */
function heredocLanguage(redirect: SyntaxNode, text: string): CodeStretch['language'] | null {
  const statement = redirect.parent;
  if (statement === null) return null;
  const line =
    text.slice(statement.start, Math.min(redirect.end, statement.start + 300)).split('\n', 1)[0] ??
    '';
  // `cat <<EOF | bash`: the pipe is in the redirect, or around the statement.
  const after = childOf(statement, 'body') ?? statement;
  const around =
    statement.parent?.type === 'pipeline'
      ? text.slice(statement.end, Math.min(statement.parent.end, statement.end + 200))
      : '';
  const written =
    />\s*["']?[^\s"'|;&<]{1,200}?\.(sh|bash|zsh|py|js|mjs|cjs|rb|pl|php|service|timer)\b/.exec(
      line,
    )?.[1];
  if (written !== undefined) return byExtension[written] ?? null;
  for (const piece of [
    line,
    around,
    text.slice(after.start, Math.min(after.end, after.start + 100)),
  ])
    for (const word of piece.match(/[\w./-]+/g) ?? []) {
      const known = interpreters.find(([name]) => name.test(baseName(word)));
      if (known !== undefined) return known[1];
    }
  return null;
}

const byExtension: Readonly<Record<string, CodeStretch['language']>> = {
  sh: 'bash',
  bash: 'bash',
  zsh: 'bash',
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  rb: 'ruby',
  pl: 'other',
  php: 'other',
};
