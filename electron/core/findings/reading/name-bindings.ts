import { childOf, nodesIn, type SyntaxNode } from './tree.ts';
import { parseFrontmatter } from '../../frontmatter/frontmatter.ts';
import type { ProseBlock } from './blocks.ts';

/** What a name is bound to at one place. */
export interface NameBinding {
  readonly start: number;
  readonly value: SyntaxNode;
  /** The name stands for each element in turn. */
  readonly isLoop: boolean;
  /** The function that it belongs to, whose end bounds it; null outside of all. */
  readonly scope: SyntaxNode | null;
}

/** An attacker chooses how often a name is bound. */
const mostBindings = 100;

const definitions =
  /^(?:function_definition|function_declaration|arrow_function|function_expression|method_definition|method|func)$/;

export type NameBindings = ReadonlyMap<string, readonly NameBinding[]>;

/** What names are assigned, passed as arguments to, or returned from (`name()`). */
export function bindingsIn(tree: SyntaxNode, text: string): NameBindings {
  const found = new Map<string, NameBinding[]>();
  const source = ({ start, end }: SyntaxNode): string =>
    text.slice(start, Math.min(end, start + 100));
  const bind = (name: string, value: SyntaxNode, isLoop = false, scope = scopeOf(value)): void => {
    const binding = { start: value.start, value, isLoop, scope };
    const known = found.get(name);
    if (known === undefined) found.set(name, [binding]);
    else if (known.length < mostBindings) known.push(binding);
  };
  const parameters = new Map<string, { names: readonly string[]; scope: SyntaxNode }>();
  const calls: SyntaxNode[] = [];
  for (const node of nodesIn(tree)) {
    const { type } = node;
    if (type === 'call' || type === 'call_expression') calls.push(node);
    else if (type === 'return_statement') {
      const name = functionAround(node, source);
      const value = node.children[0];
      if (name !== null && value !== undefined) bind(`${name}()`, value);
    } else if (definitions.test(type)) {
      const name = nameOfFunction(node, source);
      const list = childOf(node, 'parameters');
      if (name !== null && list !== null && !parameters.has(name))
        parameters.set(name, {
          names: list.children.slice(0, 20).map((one) => nameOfParameter(one, source)),
          scope: node,
        });
      for (const parameter of list?.children ?? []) {
        const value = childOf(parameter, 'value') ?? childOf(parameter, 'right');
        if (value !== null) bind(nameOfParameter(parameter, source), value, false, node);
      }
    } else {
      const left = childOf(node, 'left') ?? childOf(node, 'name');
      const right = childOf(node, 'right') ?? childOf(node, 'value');
      if (left === null || right === null) continue;
      if (
        /^(?:assignment|assignment_expression|variable_declarator|named_expression|const_item|short_var_declaration)$/.test(
          type,
        )
      )
        for (const name of left.type === 'pattern_list' ? left.children : [left])
          bind(source(name), right);
      else if (/^(?:for_statement|for_in_statement|for_in_clause)$/.test(type))
        for (const name of left.type === 'pattern_list' ? left.children : [left])
          bind(source(name), right, true);
    }
  }
  for (const call of calls) {
    const target = childOf(call, 'function') ?? childOf(call, 'method');
    const called = target === null ? undefined : parameters.get(source(target));
    const given = childOf(call, 'arguments')?.children ?? [];
    called?.names.forEach((name, at) => {
      const value = given[at];
      if (value !== undefined) bind(name, value, false, called.scope);
    });
    // `list.map((one) => …)`.
    const callback = given.find(({ type }) => definitions.test(type));
    const object = target === null ? null : childOf(target, 'object');
    const method = target === null ? null : childOf(target, 'property');
    if (callback === undefined || object === null || method === null) continue;
    if (!each.test(source(method))) continue;
    const parameter =
      childOf(callback, 'parameter') ?? childOf(callback, 'parameters')?.children[0];
    if (parameter !== undefined) bind(nameOfParameter(parameter, source), object, true, callback);
  }
  return found;
}

/** Methods that call their argument with each element. */
const each = /^(?:map|forEach|filter|flatMap|find|some|every|each)$/;

/** The function around a node. */
function scopeOf(node: SyntaxNode): SyntaxNode | null {
  for (let outer = node.parent; outer !== null; outer = outer.parent)
    if (definitions.test(outer.type)) return outer;
  return null;
}

/**
 * What a name stands for at a place: the last value before it in its own function, then in those
 * around it, then anything that the text says.
 */
export function bindingAt(all: readonly NameBinding[], node: SyntaxNode): NameBinding | undefined {
  const others = all.filter(({ value }) => !(value.start <= node.start && node.end <= value.end));
  const visible = others.filter(
    ({ scope }) => scope === null || (scope.start <= node.start && node.end <= scope.end),
  );
  const nearest = Math.max(-1, ...visible.map(({ scope }) => scope?.start ?? -1));
  const own = visible.filter(({ scope }) => (scope?.start ?? -1) === nearest);
  const before = (some: readonly NameBinding[]): NameBinding | undefined =>
    some.findLast(({ start }) => start < node.start);
  return before(own) ?? own[0] ?? before(visible) ?? before(others) ?? others[0];
}

type Sourcing = (node: SyntaxNode) => string;

function functionAround(node: SyntaxNode, source: Sourcing): string | null {
  for (let outer = node.parent; outer !== null; outer = outer.parent)
    if (definitions.test(outer.type)) return nameOfFunction(outer, source);
  return null;
}

function nameOfFunction(node: SyntaxNode, source: Sourcing): string | null {
  const own = childOf(node, 'name');
  if (own !== null) return source(own);
  const declared = node.parent === null ? null : childOf(node.parent, 'name');
  return declared === null || node.parent?.type !== 'variable_declarator' ? null : source(declared);
}

const nameOfParameter = (node: SyntaxNode, source: Sourcing): string => {
  const name = childOf(node, 'name') ?? childOf(node, 'left') ?? childOf(node, 'pattern');
  return source(name ?? (node.type === 'typed_parameter' ? (node.children[0] ?? node) : node));
};

/** One field of frontmatter with its place. */
export interface FrontmatterRange {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

/** The top-level fields of frontmatter; null if there is none or if it is refused elsewhere. */
export function fieldsOf(
  text: string,
  block: ProseBlock | undefined,
): ReadonlyMap<string, FrontmatterRange> | null {
  if (block?.kind !== 'frontmatter') return null;
  const parsed = parseFrontmatter(text);
  if (!parsed.ok) return null;
  const source = text.slice(block.start, block.end);
  const starts = Object.keys(parsed.value.frontmatter).map((name) => {
    const at = [`${name}:`, `"${name}":`, `'${name}':`, `${name} :`]
      .map((key) => source.indexOf(`\n${key}`))
      .find((index) => index !== -1);
    return { name, at: at === undefined ? 0 : at + 1 };
  });
  const ordered = starts.map(({ at }) => at).sort((a, b) => a - b);
  return new Map(
    starts.map(({ name, at }) => {
      const next = ordered.find((other) => other > at) ?? source.lastIndexOf('---');
      const end = block.start + at + source.slice(at, Math.max(at, next)).trimEnd().length;
      return [name, { value: parsed.value.frontmatter[name], start: block.start + at, end }];
    }),
  );
}
