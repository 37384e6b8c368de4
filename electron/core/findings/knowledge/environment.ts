import type { RuleDocument } from '../document.ts';
import { type CodePart, literalOf } from '../reading/literals.ts';
import { childOf, nodesIn, type SyntaxNode } from '../reading/tree.ts';
import { showsNoValue } from './programs.ts';
import type { ShellCommand } from '../reading/commands.ts';

/** A place where code reads its environment. */
interface EnvironmentRead {
  readonly part: CodePart;
  readonly start: number;
  readonly end: number;
  /** The variable; null for all of them at once. */
  readonly name: string | null;
}

const tables = new Set(['os.environ', 'environ', 'process.env', 'Bun.env', 'ENV', 'os.environb']);
/** Calls that give all variables, if they get no name. */
const dumpers =
  /^(?:Deno\.env\.toObject|os\.Environ|System\.getenv|(?:std\.)?env\.vars(?:_os)?|(?:std::)?env::vars(?:_os)?|getenv|Sys\.getenv|System\.get_env|(?:System\.)?Environment\.GetEnvironmentVariables)$/;
const getters = new Set(['get', 'fetch', 'pop', 'getenv', '__getitem__']);
const whole = /^(?:items|copy|values|to_h|to_hash|each|each_pair|map|select|inspect|to_a|to_json)$/;

/** Reads of the environment in parsed code, in the order of the text. */
export function environmentReads(document: RuleDocument): readonly EnvironmentRead[] {
  const before = cachedReads.get(document);
  if (before !== undefined) return before;
  const reads = readsIn(document);
  cachedReads.set(document, reads);
  return reads;
}

const cachedReads = new WeakMap<RuleDocument, readonly EnvironmentRead[]>();
/** What the text of any table has. */
const mentions = /environ|process\.env|Bun\.env|\bENV\b/;

function readsIn(document: RuleDocument): EnvironmentRead[] {
  const { text, calls } = document;
  const found: EnvironmentRead[] = [];
  for (const { callee, args, part, start, end } of calls)
    if (callee === 'os.getenv' || callee === 'Deno.env.get')
      found.push({ part, start, end, name: args[0]?.literal ?? '?' });
    else if (dumpers.test(callee) && args.length === 0)
      found.push({ part, start, end, name: null });
  for (const part of document.code) {
    if (part.tree === null || part.language === 'bash') continue;
    const code = text.slice(part.start, part.end);
    if (!mentions.test(code)) continue;
    const names = new Set([...tables, ...renamed(code)]);
    for (const node of nodesIn(part.tree)) {
      if (node.end - node.start > longestTable) continue;
      if (!names.has(text.slice(node.start, node.end))) continue;
      if (!/^(?:attribute|member_expression|identifier|constant)$/.test(node.type)) continue;
      const read = readAt(node, text);
      if (read !== null) found.push({ part, ...read });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const longestTable = 48;
/** A table under the names that Python's imports give it: `import os as o`. */
const renamed = (code: string): string[] => [
  ...[...code.matchAll(/\bos\s+as\s+(\w{1,40})/g)].map(([, name = '']) => `${name}.environ`),
  ...[...code.matchAll(/\benviron\s+as\s+(\w{1,40})/g)].map(([, name = '']) => name),
];

function readAt(table: SyntaxNode, text: string): Omit<EnvironmentRead, 'part'> | null {
  const { parent, start } = table;
  const isObject = parent !== null && parent.children[0] === table;
  if (parent === null || (isObject && isWritten(parent))) return null;
  if (isObject && /^(?:subscript|subscript_expression|element_reference)$/.test(parent.type)) {
    const key = parent.children[1];
    const name = key === undefined ? null : literalOf(key, text);
    return { start, end: parent.end, name: name ?? '?' };
  }
  const member = childOf(parent, 'attribute') ?? childOf(parent, 'property');
  const method = childOf(parent, 'method');
  const last = method ?? member;
  if (isObject && last !== null) {
    const named = text.slice(last.start, last.end);
    const call = method === null ? parent.parent : parent;
    const args = call === null ? null : childOf(call, 'arguments');
    if (getters.has(named)) {
      const key = args?.children[0];
      const name = key === undefined ? null : literalOf(key, text);
      return { start, end: call?.end ?? parent.end, name: name ?? '?' };
    }
    if (whole.test(named)) return { start, end: call?.end ?? parent.end, name: null };
    return member !== null && text.startsWith('process.env', start)
      ? { start, end: parent.end, name: named }
      : null;
  }
  // `"X" in os.environ` reads one variable.
  if (/comparison|binary/.test(parent.type)) return null;
  if (/^(?:attribute|member_expression|import|dotted_name)/.test(parent.type)) return null;
  return { start, end: table.end, name: null };
}

const isWritten = ({ field, parent }: SyntaxNode): boolean =>
  field === 'left' && parent !== null && /^(?:assignment|augmented)/.test(parent.type);

/** Names of variables that hold secrets. */
export const isSecretName = (name: string): boolean =>
  /(?:^|_)(?:secrets?|tokens?|passw(?:or)?d|passphrase|pwd|credentials?|creds|pat|jwt|dsn|cookie|mnemonic|auth)(?:_|$)/i.test(
    name,
  ) ||
  /(?:api|access|private|secret|signing|encryption|ssh|account|service|license)_?keys?(?:_|$)/i.test(
    name,
  ) ||
  /^(?:database|db|mongo(?:db)?|redis|postgres|mysql)_ur[il]$|connection_?string/i.test(name);

interface EnvironmentDump {
  readonly start: number;
  readonly end: number;
  /** The code picks out one name, as if it read that variable. */
  readonly narrow: boolean;
  readonly command: ShellCommand | null;
}

/** Where code reads the whole environment and doesn't only pass it to a program. */
export function environmentDumps(document: RuleDocument): readonly EnvironmentDump[] {
  const before = cachedDumps.get(document);
  if (before !== undefined) return before;
  const dumps = dumpsIn(document);
  cachedDumps.set(document, dumps);
  return dumps;
}

const cachedDumps = new WeakMap<RuleDocument, readonly EnvironmentDump[]>();

function dumpsIn(document: RuleDocument): EnvironmentDump[] {
  const ofCommands = document.commands.filter(isDump).map((command) => ({
    start: command.start,
    end: Math.max(command.end, command.into.at(-1)?.end ?? 0),
    narrow: isNarrow(command),
    command,
  }));
  const ofCode = environmentReads(document)
    .filter((read) => read.name === null && !isHandedOn(read, document.text))
    .map(({ start, end }) => ({ start, end, narrow: false, command: null }));
  return [...ofCommands, ...ofCode].sort((a, b) => a.start - b.start);
}

function isDump({ name, args, redirects, within, into }: ShellCommand): boolean {
  const plain = args.every(({ text }) => /^-(?:0|-null)$/.test(text));
  // `set` and `export` alone on a line are harmless; they count only if something reads their
  // output.
  const isRead =
    into.length > 0 ||
    within !== null ||
    redirects.some(({ operator }) => operator.startsWith('>'));
  if (name === 'env' || name === 'printenv') return plain && (isRead || name === 'env');
  if (name === 'set') return args.length === 0 && isRead;
  if (name === 'export' || name === 'declare')
    return args.some(({ text }) => /^-[a-z]*[px]$/.test(text)) && args.length === 1 && isRead;
  if (name === 'compgen') return args.some(({ text }) => text === '-e' || text === '-v');
  if (/^(?:get-childitem|gci|dir|ls|get-item)$/.test(name))
    return args.some(({ text }) => /^env:/i.test(text));
  return args.some(({ text }) => /^\/proc\/(?:self|\d+|\$\$|\*)\/environ$/.test(text));
}

/** `env | grep ^PATH=`: it picks out something other than a key (`env | grep -i key`). */
function isNarrow({ into, within }: ShellCommand): boolean {
  const [next] = into;
  if (next !== undefined && within === null && next.name !== 'grep' && showsNoValue(next))
    return true;
  if (
    next === undefined ||
    within !== null ||
    !/^(?:grep|egrep|rg|findstr|select-string)$/.test(next.name)
  )
    return false;
  const sought = next.args.find(({ text }) => !text.startsWith('-'))?.text ?? '';
  const asked = next.args.some(({ text }) => /^-[a-z]*v/.test(text));
  return sought !== '' && !asked && !/key|token|secret|pass|cred|auth|api/i.test(sought);
}

/**
 * `env=os.environ.copy()`, `{ ...process.env }` or similar for a program that it starts, which
 * would get the environment anyway.
 */
function isHandedOn({ start, end, part }: EnvironmentRead, text: string): boolean {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const before = text.slice(Math.max(part.start, lineStart, start - 200), start);
  if (/\benv\s*[=:]\s*[\w.({*|\s]*$/.test(before)) return true;
  if (
    /\b(?:config|settings|cfg|loadEnv|parse|safeParse|validate|cleanEnv|createEnv|Settings)\w*\s*[=(][\w.\s(]*$/i.test(
      before,
    ) &&
    !/json|dumps|stringify/i.test(before)
  )
    return true;
  const name = /^\s*(?:(?:const|let|var)\s+)?([A-Za-z_]\w*)(?:\s*:[^=\n]*)?\s*=/.exec(before)?.[1];
  if (name === undefined) return false;
  const rest = text.slice(end, part.end);
  return (
    new RegExp(`\\benv\\s*[=:]\\s*(?:dict\\()?${name}\\b|[{,]\\s*${name}\\s*[,}]`).test(rest) &&
    /env/i.test(name)
  );
}
