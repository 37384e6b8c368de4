import { type CodePart, isString, literalOf } from './literals.ts';
import { bindingAt, bindingsIn, type NameBindings } from './name-bindings.ts';
import { childOf, nodesIn, type SyntaxNode } from './tree.ts';

/** The values of expressions in a program, as far as its text says them. */
export interface ProgramValues {
  /**
   * A string or path that an expression makes: from joined pieces, earlier names, well-known
   * folders (`~` for home) and decoded text. A piece that is only known at run time stays in it as
   * `$name`. Null if nothing about it is known.
   */
  of(node: SyntaxNode): string | null;
  /** The elements of a list that the text has; null for anything else. */
  listOf(node: SyntaxNode): readonly string[] | null;
}

/** Bounds on one value and on all of a file, because an attacker chooses how they nest. */
const limits = { depth: 24, length: 2_000, alternatives: 5, steps: 50_000 } as const;

const homes =
  /^(?:(?:pathlib\.)?Path\.home|os\.homedir|homedir|os\.UserHomeDir|os\.user\.homedir|Dir\.home|dirs::home_dir|home_dir)$/;
const homeVariables = /^(?:HOME|USERPROFILE|HOMEPATH)$/;
const getters =
  /^(?:os\.(?:environ\.get|getenv|Getenv|LookupEnv)|getenv|Deno\.env\.get|System\.getenv|ENV\.fetch|Environment\.GetEnvironmentVariable|(?:std(?:::|\.))?env(?:::|\.)var(?:_os)?)$/;
const joiners =
  /^(?:(?:os\.path|posixpath|ntpath|path|path\.posix|path\.win32|filepath|File|fs\.path)\.(?:join|resolve|Join)|join|resolve|Path|pathlib\.\w*Path|PurePath|Paths\.get|Path\.(?:of|Combine)|System\.IO\.Path\.Combine|joinpath)$/;
const passing =
  /^(?:str|String|bytes|bytearray|os\.fspath|os\.path\.(?:expanduser|abspath|realpath|normpath|expandvars)|expanduser|shlex\.quote|encodeURI|decodeURI(?:Component)?|fs\.realpathSync|URL|url\.fileURLToPath|fileURLToPath|filepath\.(?:Clean|Abs)|File\.expand_path|File|Uri|Request|urllib\.request\.Request|list|sorted|iter|tuple|set|Array\.from)$/;
const formatting =
  /^(?:format!?|fmt\.Sprintf|Sprintf|sprintf|String\.[fF]ormat|string\.[fF]ormat)$/;
const passingMethods =
  /^(?:expanduser|expand_path|resolve|absolute|strip|rstrip|lstrip|lower|toLowerCase|trim|toString|as_posix|as_uri|decode|encode|toPath|to_s|to_str|to_string|into|unwrap|unwrap_or_default|clone|freeze|valueOf|values|keys|href|split)$/;
const listers =
  /^(?:iterdir|glob|rglob|listdir|scandir|walk|readdir|readdirSync|iglob|children|entries)$/;
const scratch =
  /^(?:tempfile\.(?:gettempdir|mkdtemp|mktemp)|os\.tmpdir|tmpdir|os\.TempDir|sys_get_temp_dir|Dir\.tmpdir|env::temp_dir|std::env::temp_dir)$/;
const base64 =
  /(?:^|\.)(?:b64decode|urlsafe_b64decode|standard_b64decode|decodebytes|atob|base64_decode|decode64|strict_decode64|urlsafe_decode64|DecodeString|FromBase64String|decode_base64)$/;
const fromHex = /(?:^|\.)(?:fromhex|unhexlify|a2b_hex|hex2bin)$/;
/** The values of one part; nothing is evaluated before it is asked for. */
export function programValuesOf(
  { tree, language }: Pick<CodePart, 'tree' | 'language'>,
  text: string,
  calleeOf: (call: SyntaxNode) => string | null,
): ProgramValues {
  if (tree === null || language === 'bash' || language === 'powershell')
    return { of: () => null, listOf: () => null };
  const values = new ProgramReader(tree, text, calleeOf);
  return { of: (node) => values.of(node, 0), listOf: (node) => values.listOf(node) };
}

class ProgramReader {
  private readonly known = new Map<SyntaxNode, string | null>();
  private collected: NameBindings | undefined;
  private steps = 0;

  private readonly tree: SyntaxNode;
  private readonly text: string;
  private readonly calleeOf: (call: SyntaxNode) => string | null;

  constructor(tree: SyntaxNode, text: string, calleeOf: (call: SyntaxNode) => string | null) {
    this.tree = tree;
    this.text = text;
    this.calleeOf = calleeOf;
  }

  listOf(node: SyntaxNode): readonly string[] | null {
    const list = this.listAt(node, 0);
    return list?.slice(0, 100).map((one) => this.piece(one, 0)) ?? null;
  }

  /** Null once the bounds are passed. */
  of(node: SyntaxNode, depth: number): string | null {
    const before = this.known.get(node);
    if (before !== undefined) return before;
    if (depth > limits.depth || (this.steps += 1) > limits.steps) return null;
    // Until it is known, for values that refer to themselves.
    this.known.set(node, null);
    const value = this.evaluate(node, depth + 1)?.slice(0, limits.length) ?? null;
    this.known.set(node, value);
    return value;
  }

  /** With a name for what is unknown. */
  private piece(node: SyntaxNode, depth: number): string {
    return (
      this.of(node, depth) ??
      (/^[\w.]{1,60}$/.test(this.source(node)) ? `$${this.source(node)}` : '$dynamic')
    );
  }

  private evaluate(node: SyntaxNode, depth: number): string | null {
    const { children } = node;
    const [first, second] = children;
    if (isString(node) || node.type === 'interpreted_string_literal')
      return this.stringOf(node, depth);
    switch (node.type) {
      case 'binary_operator':
      case 'binary_expression':
      case 'binary':
      case 'boolean_operator':
        return first === undefined || second === undefined
          ? null
          : this.binary(first, second, this.text.slice(first.end, second.start).trim(), depth);
      case 'parenthesized_expression':
      case 'await':
      case 'await_expression':
      case 'as_expression':
      case 'satisfies_expression':
      case 'non_null_expression':
      case 'keyword_argument':
      case 'expression_statement':
        return children.length === 0 ? null : this.of(children.at(-1) as SyntaxNode, depth);
      case 'conditional_expression':
        return first === undefined
          ? null
          : (this.of(first, depth) ?? this.alternative(children, 2, depth));
      case 'ternary_expression':
      case 'conditional':
        return second === undefined
          ? null
          : (this.of(second, depth) ?? this.alternative(children, 2, depth));
      case 'identifier':
      case 'constant':
      case 'variable_name':
      case 'shorthand_property_identifier':
        return this.named(node, this.source(node), depth);
      case 'attribute':
      case 'member_expression':
        return this.member(node, depth);
      case 'subscript':
      case 'subscript_expression':
      case 'element_reference':
        return this.element(node, depth);
      case 'bare_string':
      case 'bare_symbol':
        return this.source(node);
      case 'simple_symbol':
        return this.source(node).slice(1);
      case 'list_comprehension':
      case 'generator_expression':
      case 'set_comprehension':
      case 'list_splat':
      case 'spread_element':
      case 'splat_argument':
        return first === undefined ? null : this.of(first, depth);
      case 'tuple':
        return this.joined(children, depth);
      case 'call':
      case 'call_expression':
      case 'new_expression':
        return this.called(node, depth);
      default:
        return null;
    }
  }

  private alternative(nodes: readonly SyntaxNode[], at: number, depth: number): string | null {
    const node = nodes[at];
    return node === undefined ? null : this.of(node, depth);
  }

  private stringOf(node: SyntaxNode, depth: number): string | null {
    const literal = literalOf(node, this.text);
    if (literal !== null) return literal;
    if (node.type === 'concatenated_string' || node.type === 'chained_string')
      return knownOrNull(node.children.map((child) => this.piece(child, depth)).join(''));
    let whole = '';
    let at: number | null = null;
    const closing = /["'`]*$/.exec(this.source(node))?.[0].length ?? 0;
    const opening = /^[a-zA-Z$@]{0,2}["'`]{1,3}/.exec(this.source(node))?.[0].length ?? 1;
    at = node.start + opening;
    for (const child of node.children) {
      if (!/interpolation|substitution/.test(child.type)) continue;
      const inner = child.children[0];
      whole +=
        this.text.slice(at, child.start) +
        (inner === undefined ? '$dynamic' : this.piece(inner, depth));
      at = child.end;
    }
    return knownOrNull(whole + this.text.slice(at, Math.max(at, node.end - Math.min(closing, 3))));
  }

  private binary(
    left: SyntaxNode,
    right: SyntaxNode,
    operator: string,
    depth: number,
  ): string | null {
    if (operator === '||' || operator === '??' || operator === 'or' || operator === '?:')
      return this.of(left, depth) ?? this.of(right, depth);
    if (
      operator === '+' ||
      operator === '.' ||
      operator === '..' ||
      operator === '<>' ||
      operator === '&'
    )
      return knownOrNull(this.piece(left, depth) + this.piece(right, depth));
    if (operator === '/') return this.joined([left, right], depth);
    if (operator !== '%') return null;
    const format = this.of(left, depth);
    if (format === null) return null;
    const given =
      right.type === 'tuple' || right.type === 'parenthesized_expression'
        ? right.children
        : [right];
    return this.filled(format, /%[-\d.]*[sdr]/g, given, depth);
  }

  private filled(
    format: string,
    holes: RegExp,
    given: readonly SyntaxNode[],
    depth: number,
  ): string {
    let next = 0;
    return format.replace(holes, (hole) => {
      const node = given[next];
      next += 1;
      return node === undefined ? hole : this.piece(node, depth);
    });
  }

  private joined(nodes: readonly SyntaxNode[], depth: number): string | null {
    const pieces = nodes.slice(0, 20).map((node) => this.piece(node, depth));
    if (nodes.length === 1 && pieces[0]?.startsWith('$') === true) return null;
    const from = pieces.findLastIndex((one) => one.startsWith('/') || one.startsWith('~'));
    const path = pieces
      .slice(Math.max(0, from))
      .map((one, at) => (at === 0 ? one : one.replace(/^\/+/, '')))
      .join('/');
    return knownOrNull(path.replaceAll(/\/{2,}/g, '/').replace(/^(\w+:)\/(?=[^/])/, '$1//'));
  }

  private named(node: SyntaxNode, name: string, depth: number): string | null {
    if (name === '__file__' || name === '__dirname' || name === '__filename' || name === '__DIR__')
      return '.';
    const all = this.bindings.get(name);
    if (all === undefined) return null;
    const chosen = bindingAt(all, node);
    if (chosen === undefined) return null;
    return chosen.isLoop ? this.each(chosen.value, depth) : this.of(chosen.value, depth);
  }

  /** What a loop's variable stands for: the files of a folder, or the elements of a list. */
  private each(node: SyntaxNode, depth: number): string | null {
    const list = this.listAt(node, depth);
    if (list !== null) {
      const known = list.slice(0, limits.alternatives).flatMap((one) => this.of(one, depth) ?? []);
      return known.length === 0 ? null : known.join(' ');
    }
    return this.entries(node, depth) ?? this.of(node, depth);
  }

  /** The values of a table in the text, as `table.items()` or `Object.values(table)` gives them. */
  private entries(node: SyntaxNode, depth: number): string | null {
    if (depth > limits.depth || !node.type.startsWith('call')) return null;
    const target = childOf(node, 'function');
    const object = target && (childOf(target, 'object') ?? childOf(target, 'value'));
    const method = target && (childOf(target, 'attribute') ?? childOf(target, 'property'));
    if (!object || !method || !/^(?:items|values|entries)$/.test(this.source(method))) return null;
    const table = this.source(object) === 'Object' ? argumentsOf(node)[0] : object;
    const bound = table && (this.bindings.get(this.source(table))?.[0]?.value ?? table);
    if (!bound || !/^(?:dictionary|object|hash)$/.test(bound.type)) return null;
    const known = bound.children
      .slice(0, limits.alternatives)
      .flatMap((pair) => childOf(pair, 'value') ?? [])
      .flatMap((value) => this.of(value, depth) ?? []);
    return known.length === 0 ? null : known.join(' ');
  }

  /** The elements of a list in the this.text, also through a name. */
  private listAt(node: SyntaxNode, depth: number): readonly SyntaxNode[] | null {
    if (/^(?:list|array|tuple|set|array_literal|string_array|symbol_array)$/.test(node.type))
      return node.children;
    if (depth > limits.depth || (node.type !== 'identifier' && node.type !== 'variable_name'))
      return null;
    const bound = this.bindings.get(this.source(node))?.[0];
    return bound === undefined || bound.isLoop ? null : this.listAt(bound.value, depth + 1);
  }

  private member(node: SyntaxNode, depth: number): string | null {
    const written = this.source(node);
    const variable = /^process\.env\.(\w{1,60})$/.exec(written)?.[1];
    if (variable !== undefined) return homeVariables.test(variable) ? '~' : null;
    if (written === 'sys.executable') return 'python3';
    if (written === 'process.execPath') return 'node';
    if (/^import\.meta\.(?:url|dirname|filename)$/.test(written)) return '.';
    const bound = this.bindings.get(written)?.[0];
    if (bound !== undefined) return this.of(bound.value, depth);
    const object = childOf(node, 'object');
    const last = childOf(node, 'attribute') ?? childOf(node, 'property');
    if (object === null || last === null) return null;
    if (this.source(last) === 'parent') return this.of(object, depth);
    return this.entryOf(object, this.source(last), depth);
  }

  /** The value under a key of an object or a dictionary in the this.text. */
  private entryOf(object: SyntaxNode, key: string, depth: number): string | null {
    const table =
      object.type === 'identifier' ? this.bindings.get(this.source(object))?.[0]?.value : object;
    if (table === undefined || !/^(?:dictionary|object|hash)$/.test(table.type)) return null;
    for (const pair of table.children) {
      const name = childOf(pair, 'key');
      const value = childOf(pair, 'value');
      if (name === null || value === null) continue;
      if (this.source(name).replaceAll(/["'`:]/g, '') === key) return this.of(value, depth);
    }
    return null;
  }

  private element(node: SyntaxNode, depth: number): string | null {
    const [object, key] = node.children;
    if (object === undefined || key === undefined) return null;
    const written = this.source(object);
    const index = this.source(key);
    if (
      written === 'os.environ' ||
      written === 'process.env' ||
      written === 'ENV' ||
      /^\$_(?:ENV|SERVER)$/.test(written)
    )
      return homeVariables.test(literalOf(key, this.text) ?? index) ? '~' : null;
    if (index === '::-1') {
      const value = this.of(object, depth);
      return value === null ? null : [...value].reverse().join('');
    }
    const list = this.listAt(object, depth);
    const at = Number.parseInt(index, 10);
    const chosen = Number.isNaN(at) ? undefined : list?.at(at);
    if (chosen !== undefined) return this.of(chosen, depth);
    const name = literalOf(key, this.text);
    return name === null ? this.of(object, depth) : (this.entryOf(object, name, depth) ?? null);
  }

  private called(node: SyntaxNode, depth: number): string | null {
    const args = argumentsOf(node);
    const [first, second] = args;
    const target = childOf(node, 'function') ?? childOf(node, 'constructor');
    const method =
      childOf(node, 'method') ??
      (target && (childOf(target, 'attribute') ?? childOf(target, 'property')));
    const receiver = childOf(node, 'receiver') ?? (target && childOf(target, 'object'));
    const callee = this.calleeOf(node) ?? (target === null ? '' : this.source(target));
    const name = method === null ? callee : this.source(method);
    if (homes.test(callee)) return '~';
    if (callee.endsWith('System.getProperty') && first !== undefined)
      return literalOf(first, this.text) === 'user.home' ? '~' : null;
    if (scratch.test(callee)) return '/tmp';
    if (/^site\.get\w*sitepackages$|^sysconfig\.get_path$/.test(callee))
      return '~/.local/lib/python3/site-packages';
    if (getters.test(callee) || /\benviron\.get$|\benv\.get$/.test(callee)) {
      const variable = first === undefined ? '' : (literalOf(first, this.text) ?? '');
      if (homeVariables.test(variable)) return '~';
      return second === undefined ? null : this.of(second, depth);
    }
    if (/^(?:chr|String\.fromCharCode|String\.fromCodePoint)$/.test(callee))
      return this.characters(args, depth);
    if (
      /^(?:bytes|bytearray|Buffer\.from|Uint8Array|Uint8Array\.from)$/.test(callee) &&
      first !== undefined
    ) {
      const list = this.listAt(first, depth);
      if (list !== null) return this.characters(list, depth);
      const kind = second === undefined ? null : literalOf(second, this.text);
      if (kind === 'base64' || kind === 'hex') return decoded(this.of(first, depth), kind);
    }
    if (base64.test(callee))
      return first === undefined ? null : decoded(this.of(first, depth), 'base64');
    if (fromHex.test(callee))
      return first === undefined ? null : decoded(this.of(first, depth), 'hex');
    if (callee === 'codecs.decode' && second !== undefined && /rot/.test(this.source(second)))
      return first === undefined ? null : turned(this.of(first, depth));
    if (
      receiver !== null &&
      name === 'join' &&
      (isString(receiver) || this.listAt(receiver, depth) !== null)
    )
      return this.joinedList(receiver, first, depth);
    if (joiners.test(callee)) return this.joined(args, depth);
    if (receiver !== null && method !== null) {
      const value = this.ofMethod(receiver, name, args, depth);
      if (value !== undefined) return value;
    }
    if (formatting.test(callee) && first !== undefined) {
      const format = this.of(first, depth);
      const holes = /%[-\d.]*[sdvq]|\{\w*\}/g;
      return format === null ? null : this.filled(format, holes, args.slice(1), depth);
    }
    if (passing.test(callee)) return first === undefined ? null : this.of(first, depth);
    const returned =
      target?.type === 'identifier'
        ? this.bindings.get(`${this.source(target)}()`)?.[0]
        : undefined;
    return returned === undefined ? null : this.of(returned.value, depth);
  }

  /** Undefined for a method that isn't known. */
  private ofMethod(
    receiver: SyntaxNode,
    name: string,
    args: readonly SyntaxNode[],
    depth: number,
  ): string | null | undefined {
    const [first, second] = args;
    if (name === 'joinpath' || name === 'resolve_sibling' || name === 'push')
      return this.joined([receiver, ...args], depth);
    if (name === 'join' && args.length > 0 && /^[~/.]/.test(this.of(receiver, depth) ?? ''))
      return this.joined([receiver, ...args], depth);
    if (name === 'with_name' && args.length === 1) return this.joined([receiver, ...args], depth);
    if (listers.test(name) || listers.test(name.replace(/Sync$/, ''))) {
      const folder =
        this.of(receiver, depth) ?? (first === undefined ? null : this.of(first, depth));
      return folder === null ? null : `${folder}/*`;
    }
    if (name === 'reverse' || name === 'reversed') {
      const value = this.of(receiver, depth);
      return value === null ? null : [...value].reverse().join('');
    }
    if (
      (name === 'replace' || name === 'replaceAll') &&
      first !== undefined &&
      second !== undefined
    ) {
      const [value, from, to] = [
        this.of(receiver, depth),
        this.of(first, depth),
        this.of(second, depth),
      ];
      if (value === null || from === null || from === '' || to === null) return value;
      return value.replaceAll(from, () => to).slice(0, limits.length);
    }
    if (name === 'format') {
      const format = this.of(receiver, depth);
      return format === null ? null : this.filled(format, /\{\w*\}/g, args, depth);
    }
    if (name === 'concat')
      return knownOrNull([receiver, ...args].map((one) => this.piece(one, depth)).join(''));
    // What each element becomes: `list.map((one) => join(home, one))`.
    if (name === 'map' || name === 'flatMap') {
      const body = first === undefined ? null : childOf(first, 'body');
      const value = body === null ? null : this.of(body, depth);
      if (value !== null) return value;
    }
    // `x.split("").reverse().join("")`: the list is a text that is split into its letters.
    if (name === 'join' && first !== undefined && literalOf(first, this.text) === '')
      return this.of(receiver, depth);
    return passingMethods.test(name) ? (this.of(receiver, depth) ?? undefined) : undefined;
  }

  /** `"".join([…])`, `[…].join("")`, `"".join(chr(c) for c in […])`. */
  private joinedList(
    receiver: SyntaxNode,
    first: SyntaxNode | undefined,
    depth: number,
  ): string | null {
    const isPython = isString(receiver);
    const list = isPython ? first : receiver;
    const separator = isPython ? receiver : first;
    if (list === undefined) return null;
    const between = separator === undefined ? ',' : (this.of(separator, depth) ?? '');
    const elements = this.listAt(list, depth);
    if (elements !== null)
      return knownOrNull(
        elements
          .slice(0, 200)
          .map((one) => this.piece(one, depth))
          .join(between),
      );
    for (const inside of nodesIn(list)) {
      if (inside.type !== 'for_in_clause') continue;
      const right = childOf(inside, 'right');
      const numbers = right === null ? null : this.listAt(right, depth);
      if (numbers !== null && /\bchr\(/.test(this.source(list)))
        return this.characters(numbers, depth);
    }
    return this.of(list, depth);
  }

  private characters(nodes: readonly SyntaxNode[], depth: number): string | null {
    const codes = nodes.slice(0, limits.length).map((node) => {
      const [only] = node.children;
      const inner =
        node.type === 'spread_element' && only !== undefined ? this.listAt(only, depth) : null;
      return inner === null
        ? [Number(this.source(node))]
        : inner.map((one) => Number(this.source(one)));
    });
    const points = codes.flat();
    if (points.length === 0 || points.some((code) => !(code >= 0 && code <= 0x10_ff_ff)))
      return null;
    return points.map((code) => String.fromCodePoint(code)).join('');
  }

  private source({ start, end }: SyntaxNode): string {
    return this.text.slice(start, end);
  }

  private get bindings(): NameBindings {
    return (this.collected ??= bindingsIn(this.tree, this.text));
  }
}

const knownOrNull = (value: string): string | null =>
  value.replaceAll(/\$[\w.]+/g, '').replaceAll('/', '') === '' ? null : value;

const argumentsOf = (node: SyntaxNode): readonly SyntaxNode[] => {
  const list = childOf(node, 'arguments');
  if (list === null) return [];
  if (list.type === 'generator_expression' || list.type === 'template_string') return [list];
  return list.children.filter(({ type }) => type !== 'comment');
};

function decoded(value: string | null, kind: 'base64' | 'hex'): string | null {
  if (value === null || value.includes('$')) return null;
  const plain = Buffer.from(value, kind).toString('utf8');
  return /^[\t\n\r -~]+$/.test(plain) ? plain : null;
}

/** ROT13. */
const turned = (value: string | null): string | null =>
  value?.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  }) ?? null;
