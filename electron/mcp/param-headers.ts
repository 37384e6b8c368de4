import { isObject, type WireMessage } from './recorder.ts';

/** An argument of a tool that its server wants in a header, too. */
interface Declared {
  readonly path: readonly string[];
  readonly header: string;
}

/** RFC 9110 section 5.6.2; anything else in a header's name would be the server's own header. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const primitives: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
const deepest = 16;
/** A server decides how many tools it lists, and how many headers a call gets. */
const mostTools = 10_000;
const mostHeaders = 64;
/** Bytes of one value: what servers take in a header is commonly 8 KiB in all. */
const longestValue = 4_096;

/**
 * The `Mcp-Param-*` headers of `tools/call` over HTTP (2026-07-28, "Custom Headers from Tool
 * Parameters"): learned from the lists of tools that pass, since a server may refuse a call
 * without them.
 */
export class ParamHeaders {
  readonly #tools = new Map<string, readonly Declared[]>();

  /** Takes one page of `tools/list`. */
  learn(result: WireMessage): void {
    const tools: unknown = result['tools'];
    if (!Array.isArray(tools)) return;
    for (const tool of tools as readonly unknown[]) {
      if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
      const declared = declaredIn(tool['inputSchema']);
      if (declared.length === 0) this.#tools.delete(tool['name']);
      else if (this.#tools.size < mostTools || this.#tools.has(tool['name']))
        this.#tools.set(tool['name'], declared);
    }
  }

  /** What this call carries beside its body; undefined where its tool wants nothing. */
  of(params: WireMessage): Readonly<Record<string, string>> | undefined {
    const name = params['name'];
    const declared = typeof name === 'string' ? this.#tools.get(name) : undefined;
    if (declared === undefined) return undefined;
    const headers: Record<string, string> = {};
    for (const { path, header } of declared) {
      const value = textOf(valueAt(params['arguments'], path));
      if (value !== null && Buffer.byteLength(value) <= longestValue)
        headers[`Mcp-Param-${header}`] = encoded(value);
    }
    return headers;
  }
}

function declaredIn(schema: unknown): readonly Declared[] {
  const found: Declared[] = [];
  const walk = (node: unknown, path: readonly string[]): void => {
    if (!isObject(node) || path.length > deepest || found.length >= mostHeaders) return;
    const header = node['x-mcp-header'];
    if (
      path.length > 0 &&
      typeof header === 'string' &&
      token.test(header) &&
      primitives.has(node['type']) &&
      !found.some((other) => other.header.toLowerCase() === header.toLowerCase())
    )
      found.push({ path, header });
    const properties = node['properties'];
    if (!isObject(properties)) return;
    for (const [key, property] of Object.entries(properties)) walk(property, [...path, key]);
  };
  walk(schema, []);
  return found;
}

function valueAt(from: unknown, path: readonly string[]): unknown {
  let value = from;
  for (const key of path)
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** As the header has it; null where the argument is absent or nothing that fits. */
function textOf(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return String(value);
    case 'number':
      return Number.isSafeInteger(value) ? String(value) : null;
    default:
      return null;
  }
}

/** Plain where a field's value can carry it unchanged, else base64 in its marks. */
const encoded = (value: string): string =>
  /^[\x21-\x7e](?:[\x09\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`;
