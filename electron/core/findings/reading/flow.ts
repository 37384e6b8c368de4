import type { CodePart } from './literals.ts';
import { childOf, nodesIn, type SyntaxNode } from './tree.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** An expression: a node of the tree, or a shell word with its text. */
export interface CodeExpression extends Range {
  readonly type?: string;
  readonly text?: string;
  /** A shell word before its variables were resolved. */
  readonly written?: string;
  readonly children?: readonly SyntaxNode[];
}

/** Whether an expression contains a followed value, or a name that it was assigned to. */
export type ExpressionTest = (expression: CodeExpression) => boolean;

const names = new Set([
  'identifier',
  'shorthand_property_identifier',
  'shorthand_property_identifier_pattern',
  'variable_name',
  'variable',
  'constant',
]);
const bindings = new Set([
  'assignment',
  'augmented_assignment',
  'augmented_assignment_expression',
  'operator_assignment',
  'named_expression',
  'variable_declarator',
  'assignment_expression',
  'variable_assignment',
  'for_statement',
  'for_in_statement',
  'as_pattern',
]);
/** Methods that put their arguments into their receiver. */
const filling = /^(?:append|add|extend|update|push|unshift|set|insert|write|concat|setdefault)$/;

/**
 * Follows values through the names of one part, regardless of order and scope: an attacker chooses
 * both, so it is better to follow a reused name once too often.
 * @param sources the followed values, as ranges of the text.
 */
export function follow(part: CodePart, text: string, sources: readonly Range[]): ExpressionTest {
  const within = sources.filter(({ start, end }) => part.start <= start && end <= part.end);
  if (part.tree === null || within.length === 0) return () => false;
  const carrying = new Set<string>();
  const holds: ExpressionTest = (node) =>
    within.some(({ start, end }) => node.start <= start && end <= node.end) ||
    namesIn(node, text).some((name) => carrying.has(name));
  const usedBy = new Map<string, string[][]>();
  const open: string[] = [];
  const functions = parametersIn(part.tree, text);
  for (const node of nodesIn(part.tree))
    for (const { into, from, of } of [...stepAt(node, text), ...callStep(node, text, functions)]) {
      const isSource = within.some(({ start, end }) => start === of?.start && end === of.end);
      if (isSource || holds(from)) open.push(...into);
      for (const name of namesIn(from, text)) {
        const known = usedBy.get(name);
        if (known === undefined) usedBy.set(name, [into]);
        else known.push(into);
      }
    }
  // Follow each name only once, because the code may have a chain of any length, in any order.
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (carrying.has(name)) continue;
    carrying.add(name);
    for (const into of usedBy.get(name) ?? []) open.push(...into);
  }
  return holds;
}

const definitions =
  /^(?:function_definition|function_declaration|arrow_function|function_expression|method_definition|method)$/;

/** The parameters of each function of a part, by its name. */
function parametersIn(tree: SyntaxNode, text: string): ReadonlyMap<string, readonly string[][]> {
  const found = new Map<string, string[][]>();
  for (const node of nodesIn(tree)) {
    if (!definitions.test(node.type)) continue;
    const name = functionName(node, text);
    const list = childOf(node, 'parameters');
    if (name !== null && list !== null && !found.has(name))
      found.set(
        name,
        list.children.slice(0, 20).map((one) => namesIn(one, text).slice(0, 2)),
      );
  }
  return found;
}

function functionName(node: SyntaxNode, text: string): string | null {
  const named = childOf(node, 'name') ?? (node.parent && childOf(node.parent, 'name'));
  return named === null ? null : text.slice(named.start, named.end);
}

/** Arguments become parameters, and what a function returns is behind its name. */
function callStep(
  node: SyntaxNode,
  text: string,
  functions: ReadonlyMap<string, readonly string[][]>,
): Step[] {
  if (node.type === 'return_statement') {
    for (let outer = node.parent; outer !== null; outer = outer.parent) {
      if (!definitions.test(outer.type)) continue;
      const name = functionName(outer, text);
      return name === null ? [] : [{ into: [name], from: node }];
    }
    return [];
  }
  if (node.type !== 'call' && node.type !== 'call_expression') return [];
  const target = childOf(node, 'function');
  const given = childOf(node, 'arguments');
  const handed = given === null ? [] : callbackSteps(node, given, text);
  if (handed.length > 0) return handed;
  // `connection.retrbinary("RETR a", buffer.write)` fills the buffer.
  const filled = (given?.children ?? []).flatMap((one) => {
    const method = childOf(one, 'attribute') ?? childOf(one, 'property');
    const object = childOf(one, 'object');
    if (method === null || object?.type !== 'identifier') return [];
    return filling.test(text.slice(method.start, method.end))
      ? [text.slice(object.start, object.end)]
      : [];
  });
  if (filled.length > 0 && target !== null) return [{ into: filled, from: target }];
  if (target === null || given === null || target.type !== 'identifier') return [];
  const parameters = functions.get(text.slice(target.start, target.end)) ?? [];
  return parameters.flatMap((into, at) => {
    const from = given.children[at];
    return from === undefined ? [] : [{ into, from }];
  });
}

/** `load(a).then((b) => …)` and `get(a, (b) => …)`: a callback gets what the call is about. */
function callbackSteps(node: SyntaxNode, given: SyntaxNode, text: string): Step[] {
  const callbacks = given.children.filter(({ type }) => definitions.test(type));
  if (callbacks.length === 0) return [];
  const into = callbacks.flatMap((one) => {
    const list = childOf(one, 'parameters') ?? childOf(one, 'parameter');
    return list === null ? [] : namesIn(list, text).slice(0, 4);
  });
  // The callback itself is no source, or everything in it would reach its parameters.
  const target = childOf(node, 'function');
  const others = given.children.filter((one) => !callbacks.includes(one));
  const callee = target === null ? [] : [target];
  return into.length === 0
    ? []
    : [
        ...[...callee, ...others].map((from) => ({ into, from })),
        { into, from: { ...node, children: [], end: target?.end ?? node.end }, of: node },
      ];
}

interface Step {
  readonly into: string[];
  readonly from: SyntaxNode;
  /** The call that a callback belongs to, which may be a followed value itself. */
  readonly of?: SyntaxNode;
}

function stepAt(node: SyntaxNode, text: string): Step[] {
  if (node.type === 'call' || node.type === 'call_expression') {
    const callee = childOf(node, 'function');
    const method = callee && (childOf(callee, 'attribute') ?? childOf(callee, 'property'));
    const object = callee && childOf(callee, 'object');
    const from = childOf(node, 'arguments');
    if (!method || !from || object?.type !== 'identifier') return [];
    if (!filling.test(text.slice(method.start, method.end))) return [];
    return [{ into: [text.slice(object.start, object.end)], from }];
  }
  if (!bindings.has(node.type)) return [];
  const [first, second] = node.children;
  const left = childOf(node, 'name') ?? childOf(node, 'left') ?? childOf(node, 'alias') ?? null;
  const right = childOf(node, 'value') ?? childOf(node, 'right') ?? null;
  if (node.type === 'as_pattern')
    return first && second ? [{ into: namesIn(second, text), from: first }] : [];
  if (left === null || right === null) return [];
  // `socket.onmessage = (event) => …`
  if (definitions.test(right.type) && /^(?:member_expression|attribute)$/.test(left.type)) {
    const list = childOf(right, 'parameters') ?? childOf(right, 'parameter');
    const object = childOf(left, 'object');
    if (list !== null && object !== null)
      return [{ into: namesIn(list, text).slice(0, 4), from: object }];
  }
  // `a["b"] = c` and `a.b = c` assign to `a`, but not to the key.
  const into = left.type === 'subscript' || left.type === 'attribute' ? left.children[0] : left;
  return into === undefined ? [] : [{ into: namesIn(into, text), from: right }];
}

/** All names in an expression, also inside interpolated strings. */
function namesIn(expression: CodeExpression, text: string): string[] {
  if (expression.children === undefined)
    return [...`${expression.text ?? ''} ${expression.written ?? ''}`.matchAll(/\$\{?(\w+)/g)].map(
      ([, name]) => name ?? '',
    );
  const found: string[] = [];
  const open: CodeExpression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type !== undefined && names.has(next.type))
      found.push(text.slice(next.start, next.end));
    open.push(...(next.children ?? []));
  }
  return found;
}
