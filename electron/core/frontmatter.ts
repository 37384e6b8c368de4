import { Composer, isAlias, isMap, isPair, isScalar, isSeq, Parser, type CST } from 'yaml';
import { err, ok, type Result } from '../../shared/result.ts';
import { isRecord, setOwn } from './json.ts';
import { limits } from './limits.ts';
import { plainMapping } from './plain-mapping.ts';
import { visible } from './text.ts';

export { compareFrontmatter } from './frontmatter-differences.ts';

export interface Frontmatter {
  /** JSON values only. A key such as `__proto__` is an own property like any other. */
  readonly frontmatter: Record<string, unknown>;
  /** The markdown after the closing line, as received. */
  readonly body: string;
  /** The YAML between the two lines, with LF line ends. */
  readonly yaml: string;
}

export interface FrontmatterError {
  readonly reason: 'missing' | 'unterminated' | 'too-large' | 'yaml' | 'not-a-mapping' | 'not-json';
  readonly message: string;
}

/** Keeps the time for 64 KiB of frontmatter in the tens of milliseconds; nobody writes as many. */
const mostNodes = 10_000;

const opening = /^\uFEFF?---[ \t]*(?:\r\n|\n)/;

/**
 * Reads the YAML frontmatter of a `SKILL.md` (Agent Skills, "SKILL.md format"): between a
 * first line `---` and the next line `---`, YAML 1.2 core schema, one mapping. BOM and CRLF
 * are accepted. The server writes the text; size, aliases and nesting are bounded by
 * `limits`, and tags of its own, duplicate keys and values that JSON lacks are refused, since
 * two readers of them can disagree about what was approved.
 */
export function parseFrontmatter(text: string): Result<Frontmatter, FrontmatterError> {
  const open = opening.exec(text);
  if (open === null) return fail('missing', 'The file does not begin with a line "---".');
  const start = open[0].length;
  const close = findClose(text, start);
  if (close === 'too-large')
    return fail('too-large', `The frontmatter is over ${limits.frontmatterBytes} bytes.`);
  if (close === null) return fail('unterminated', 'The frontmatter has no closing line "---".');
  const source = text.slice(start, close.at);
  if (Buffer.byteLength(source) > limits.frontmatterBytes)
    return fail('too-large', `The frontmatter is over ${limits.frontmatterBytes} bytes.`);
  const yaml = source.replaceAll('\r\n', '\n');
  const plain = plainMapping(yaml);
  const parsed = plain === null ? parseYaml(yaml) : ok(plain);
  return parsed.ok
    ? ok({ frontmatter: parsed.value, body: text.slice(close.bodyAt), yaml })
    : parsed;
}

function fail(
  reason: FrontmatterError['reason'],
  message: string,
): Result<never, FrontmatterError> {
  return err({ reason, message: visible(message, 400) });
}

/**
 * Where the closing line begins and where the body does. Looks no further than the limit allows.
 */
function findClose(
  text: string,
  start: number,
): { at: number; bodyAt: number } | 'too-large' | null {
  let at = start;
  while (at <= text.length) {
    if (at - start > limits.frontmatterBytes) return 'too-large';
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    if (
      text.startsWith('---', at) &&
      text.slice(at + 3, Math.min(end, at + 200)).trim() === '' &&
      end - at < 200
    ) {
      return { at, bodyAt: newline === -1 ? text.length : newline + 1 };
    }
    if (newline === -1) return null;
    at = newline + 1;
  }
  return null;
}

/** One YAML mapping as JSON. */
function parseYaml(yaml: string): Result<Record<string, unknown>, FrontmatterError> {
  const tokens = [...new Parser().parse(yaml)];
  // Before composing, which recurses and is slow: nesting, aliases and amount are the author's to
  // choose.
  const bounded = measure(tokens);
  if (bounded !== null) return fail('yaml', bounded);
  try {
    const documents = [
      ...new Composer({
        version: '1.2',
        schema: 'core',
        merge: false,
        uniqueKeys: false,
        strict: true,
        stringKeys: false,
        prettyErrors: false,
      }).compose(tokens, true, yaml.length),
    ];
    const [document, second] = documents;
    if (document === undefined) return fail('not-a-mapping', 'The frontmatter is empty.');
    if (second !== undefined)
      return fail('yaml', 'The frontmatter holds more than one YAML document.');
    const fault = document.errors[0] ?? document.warnings[0];
    if (fault !== undefined)
      return fail('yaml', `The frontmatter is not valid YAML: ${fault.message}.`);
    const repeated = repeatedKey(document.contents);
    if (repeated !== null) return fail('yaml', repeated);
    // An alias of an alias multiplies; the library counts what they expand to.
    const value: unknown = document.toJS({
      mapAsMap: true,
      maxAliasCount: limits.frontmatterAliases,
    });
    if (!(value instanceof Map))
      return fail('not-a-mapping', 'The frontmatter is not a mapping of fields to values.');
    return toJson(value);
  } catch (error) {
    return fail(
      'yaml',
      `The frontmatter is not valid YAML: ${error instanceof Error ? error.message : 'unreadable'}.`,
    );
  }
}

/** Why the tokens are refused, or null. Keeps its own stack, as deep nesting is the attack. */
function measure(tokens: readonly CST.Token[]): string | null {
  let aliases = 0;
  let nodes = 0;
  const pending: { token: CST.Token; depth: number }[] = tokens.map((token) => ({
    token,
    depth: 0,
  }));
  const push = (token: CST.Token | null | undefined, depth: number): void => {
    if (token !== null && token !== undefined) pending.push({ token, depth });
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next;
    if ((nodes += 1) > mostNodes) return `The frontmatter has more than ${mostNodes} values.`;
    if (token.type === 'error') return `The frontmatter is not valid YAML: ${token.message}.`;
    // A version directive could choose another schema, under which `yes` is not a string.
    if (token.type === 'directive') return 'The frontmatter has a YAML directive.';
    if (depth > limits.frontmatterDepth)
      return `The frontmatter nests deeper than ${limits.frontmatterDepth} levels.`;
    if (token.type === 'alias' && (aliases += 1) > limits.frontmatterAliases)
      return `The frontmatter has more than ${limits.frontmatterAliases} aliases.`;
    if (token.type === 'document') push(token.value, depth);
    if ('items' in token) {
      for (const item of token.items) {
        push(item.key, depth + 1);
        push(item.value, depth + 1);
      }
    }
  }
  return null;
}

/**
 * Why a mapping is refused for its keys, or null. The library's own check compares every key
 * with every other, which an author can make take seconds. Recursion is bounded by `measure`.
 */
function repeatedKey(node: unknown): string | null {
  if (isPair(node)) return repeatedKey(node.value);
  if (isSeq(node)) return firstOf(node.items);
  if (!isMap(node)) return null;
  const keys = new Set<string>();
  for (const { key } of node.items) {
    if (isAlias(key)) return 'The frontmatter has an alias as a key.';
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (keys.has(name)) return `The frontmatter has the key ${name} twice.`;
    keys.add(name);
  }
  return firstOf(node.items);
}

function firstOf(nodes: readonly unknown[]): string | null {
  for (const node of nodes) {
    const found = repeatedKey(node);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Maps to objects with own properties. Recursion is bounded by `limits.frontmatterDepth` and the
 * alias count.
 */
function toJson(
  map: ReadonlyMap<unknown, unknown>,
): Result<Record<string, unknown>, FrontmatterError> {
  try {
    const value = jsonOf(map);
    if (!isRecord(value)) throw new Error('a mapping became something else');
    return ok(value);
  } catch (error) {
    if (error instanceof NotJson) return fail('not-json', error.message);
    throw error;
  }
}

class NotJson extends Error {}

function jsonOf(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new NotJson(`The frontmatter has the number ${value}, which JSON cannot carry.`);
    return value;
  }
  if (Array.isArray(value)) return value.map(jsonOf);
  if (!(value instanceof Map))
    throw new NotJson('The frontmatter has a value that JSON cannot carry.');
  const object: Record<string, unknown> = {};
  for (const [key, field] of value) {
    if (typeof key !== 'string' && typeof key !== 'number' && typeof key !== 'boolean')
      throw new NotJson('The frontmatter has a key that is not a string.');
    const name = String(key);
    setOwn(object, name, jsonOf(field));
  }
  return object;
}
