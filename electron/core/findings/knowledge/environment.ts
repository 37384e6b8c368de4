import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/code-part.ts';
import { literalOf } from '../reading/literals.ts';
import { childOf, nodesIn, type SyntaxNode } from '../reading/tree.ts';

/** A place where code reads its environment. */
export interface EnvironmentRead {
  readonly part: CodePart;
  readonly start: number;
  readonly end: number;
  /** The variable; null for all of them at once. */
  readonly name: string | null;
}

const tables = new Set(['os.environ', 'environ', 'process.env', 'Bun.env', 'ENV', 'os.environb']);
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
    else if (callee === 'Deno.env.toObject') found.push({ part, start, end, name: null });
  for (const part of document.code) {
    if (part.tree === null || part.language === 'bash') continue;
    if (!mentions.test(text.slice(part.start, part.end))) continue;
    for (const node of nodesIn(part.tree)) {
      if (!tables.has(text.slice(node.start, Math.min(node.end, node.start + 20)))) continue;
      if (!/^(?:attribute|member_expression|identifier|constant)$/.test(node.type)) continue;
      const read = readAt(node, text);
      if (read !== null) found.push({ part, ...read });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

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
