import { type CodePart, literalOf } from './literals.ts';
import { programValuesOf, type ProgramValues } from './program-values.ts';
import { childOf, nodesIn, type SyntaxNode } from './tree.ts';

export interface CallArgument {
  readonly node: SyntaxNode;
  /** The name of a keyword argument. */
  readonly name: string | null;
  /** Its value, if the code has it as a literal. */
  readonly literal: string | null;
  /** Its value as far as the code says it; see `ProgramValues`. */
  readonly value: string | null;
  /** The values of its elements, if it is a list; `$dynamic` for what is only known at run time. */
  readonly list: readonly string[] | null;
}

/** A call in Python, JavaScript, TypeScript or Ruby. */
export interface CodeCall {
  readonly part: CodePart;
  readonly node: SyntaxNode;
  readonly start: number;
  readonly end: number;
  /**
   * The called function by its name in its module: `subprocess.run`, `child_process.exec`, `eval`.
   * Imports and aliases are resolved; `?` stands for anything that isn't a name: `?.exec`.
   */
  readonly callee: string;
  readonly args: readonly CallArgument[];
  /** The value of what a method is called on: `~/.x` for `(Path.home() / ".x").read_text()`. */
  readonly receiver: string | null;
}

/** All calls of one part, in the order of the text. */
export function callsOf(part: CodePart, text: string): CodeCall[] {
  if (part.tree === null || part.language === 'bash' || part.language === 'powershell') return [];
  const callees = new Map<SyntaxNode, string>();
  const values = programValuesOf(part, text, (call) => callees.get(call) ?? null);
  const names = importedNames(part.tree, text, values);
  const calls: CodeCall[] = [];
  for (const node of nodesIn(part.tree)) {
    const called = calledBy(node);
    if (called === null) continue;
    const own = nameOf(called.callee, { text, names, values });
    const args =
      called.args === null
        ? node.type === 'subshell'
          ? argumentsOf(node, text, values)
          : []
        : argumentsOf(called.args, text, values);
    const isSubshell = node.type === 'subshell';
    const method =
      called.method === null
        ? ''
        : isSubshell
          ? 'shell_exec'
          : text.slice(called.method.start, called.method.end);
    const callee =
      method === '' ? own || 'shell_exec' : called.callee === null ? method : `${own}.${method}`;
    callees.set(node, callee);
    // `Kernel.send(:eval, x)` in Ruby calls what its first argument names.
    const sent = part.language === 'ruby' && sending.test(callee) ? args[0]?.value : undefined;
    if (typeof sent === 'string' && /^\w{1,40}$/.test(sent)) {
      calls.push({
        part,
        node,
        start: node.start,
        end: node.end,
        callee: sent,
        args: args.slice(1),
        receiver: null,
      });
      continue;
    }
    const object =
      method === '' ? called.callee && childOf(called.callee, 'object') : called.callee;
    calls.push({
      part,
      node,
      start: node.start,
      end: node.end,
      callee,
      args,
      get receiver() {
        return object === null ? null : values.of(object);
      },
    });
  }
  return calls;
}

interface Called {
  readonly callee: SyntaxNode | null;
  /** In Ruby, the receiver is `callee`. */
  readonly method: SyntaxNode | null;
  readonly args: SyntaxNode | null;
}

function calledBy(node: SyntaxNode): Called | null {
  // Backticks in Ruby.
  if (node.type === 'subshell') return { callee: null, method: node, args: null };
  if (node.type === 'call' || node.type === 'call_expression' || node.type === 'new_expression') {
    const args = childOf(node, 'arguments');
    const method = childOf(node, 'method');
    if (method !== null) return { callee: childOf(node, 'receiver'), method, args };
    const callee = childOf(node, 'function') ?? childOf(node, 'constructor');
    return callee === null ? null : { callee, method: null, args };
  }
  return null;
}

function argumentsOf(list: SyntaxNode, text: string, values: ProgramValues): CallArgument[] {
  const argument = (node: SyntaxNode, name: string | null): CallArgument => ({
    node,
    name,
    literal: literalOf(node, text),
    get value() {
      return values.of(node);
    },
    get list() {
      return values.listOf(node);
    },
  });
  if (list.type === 'template_string' || list.type === 'subshell') return [argument(list, null)];
  return list.children
    .filter((child) => child.type !== 'comment')
    .map((child) => {
      const isPair = child.type === 'keyword_argument' || child.type === 'pair';
      const key = isPair ? (childOf(child, 'name') ?? childOf(child, 'key')) : null;
      const value = isPair ? (childOf(child, 'value') ?? child) : child;
      const name = key === null ? null : text.slice(key.start, key.end).replace(/:$/, '');
      return argument(value, name);
    });
}

const sending = /(?:^|\.)(?:send|public_send|__send__)$/;

type Names = ReadonlyMap<string, string>;

interface Naming {
  readonly text: string;
  readonly names: Names;
  readonly values: ProgramValues;
}

/** Calls that take the name of a member as a value: `getattr(os, "system")`. */
const picking = /^(?:getattr|Reflect\.get|operator\.attrgetter)$/;

/** `a.b.c` with the names of its module. */
function nameOf(node: SyntaxNode | null, naming: Naming): string {
  if (node === null) return '';
  const { text, names, values } = naming;
  const source = (of: SyntaxNode): string => text.slice(of.start, of.end);
  if (node.type === 'identifier' || node.type === 'constant') {
    const own = source(node);
    return names.get(own) ?? own;
  }
  if (node.type === 'attribute' || node.type === 'member_expression') {
    const object = childOf(node, 'object');
    const last = childOf(node, 'attribute') ?? childOf(node, 'property');
    return last === null ? '?' : `${nameOf(object, naming)}.${source(last)}`;
  }
  if (node.type === 'scope_resolution') return source(node).replaceAll('::', '.');
  if (node.type === 'subscript_expression' || node.type === 'subscript') {
    const [object, key] = node.children;
    const member = key === undefined ? null : values.of(key);
    return `${nameOf(object ?? null, naming)}.${member ?? '?'}`;
  }
  if (node.type === 'await' || node.type === 'parenthesized_expression')
    return node.children.length === 1 ? nameOf(node.children[0] ?? null, naming) : '?';
  // `(0, eval)(code)`.
  if (node.type === 'sequence_expression') return nameOf(node.children.at(-1) ?? null, naming);
  const imported = importedBy(node, text);
  if (imported !== null) return imported;
  const picked = pickedBy(node, naming);
  if (picked !== null) return picked;
  if (node.type === 'import' || node.type === 'super' || node.type === 'self') return source(node);
  return '?';
}

/** The member that a call picks by its name; null for other calls. */
function pickedBy(node: SyntaxNode, naming: Naming): string | null {
  const called = calledBy(node);
  if (called === null || called.callee === null || called.args === null) return null;
  if (!picking.test(naming.text.slice(called.callee.start, called.callee.end))) return null;
  const [object, key] = called.args.children;
  const member = key === undefined ? null : naming.values.of(key);
  if (object === undefined || member === null || !/^\w{1,60}$/.test(member)) return null;
  return `${nameOf(object, naming)}.${member}`;
}

const importers = new Set(['require', '__import__', 'importlib.import_module', 'import']);

/** The module of `require('os')` or a similar call, also after `await`; null for others. */
function importedBy(node: SyntaxNode, text: string): string | null {
  if (node.type === 'await_expression' || node.type === 'await')
    return node.children[0] === undefined ? null : importedBy(node.children[0], text);
  const called = calledBy(node);
  if (called === null || called.callee === null || called.args === null) return null;
  if (!importers.has(text.slice(called.callee.start, called.callee.end))) return null;
  const [first] = called.args.children;
  const name = first === undefined ? null : literalOf(first, text);
  return name === null ? null : moduleName(name);
}

const moduleName = (name: string): string => name.replace(/^node:/, '');

/** What the names in the file stand for: imports, `require`, and plain assignments of either. */
function importedNames(tree: SyntaxNode, text: string, values: ProgramValues): Names {
  const names = new Map<string, string>();
  const source = (node: SyntaxNode | null): string =>
    node === null ? '' : text.slice(node.start, node.end);
  for (const node of nodesIn(tree)) {
    if (node.type === 'import_statement' || node.type === 'import_from_statement')
      readImport(node, text, names);
    if (
      /^(?:variable_declarator|assignment|default_parameter|assignment_pattern)$/.test(node.type)
    ) {
      const left = childOf(node, 'name') ?? childOf(node, 'left');
      const right = childOf(node, 'value') ?? childOf(node, 'right');
      if (left === null || right === null) continue;
      const naming = { text, names, values };
      const module =
        importedBy(right, text) ??
        memberOfModule(right, naming) ??
        pickedBy(right, naming) ??
        (right.type === 'identifier' && /^(?:exec|eval|compile|Function)$/.test(source(right))
          ? source(right)
          : null);
      if (module === null) continue;
      if (left.type === 'identifier') names.set(source(left), module);
      if (left.type === 'object_pattern')
        for (const child of left.children) {
          const key = childOf(child, 'key') ?? child;
          const value = childOf(child, 'value') ?? child;
          names.set(source(value), `${module}.${source(key)}`);
        }
    }
  }
  return names;
}

/** `run = subprocess.run` gives a function of a module another name. */
function memberOfModule(node: SyntaxNode, naming: Naming): string | null {
  const { text, names } = naming;
  if (node.type !== 'attribute' && node.type !== 'member_expression') return null;
  const name = nameOf(node, naming);
  const object = childOf(node, 'object');
  if (object === null || name.includes('?')) return null;
  const known = object.type === 'identifier' && names.has(text.slice(object.start, object.end));
  return known || importedBy(object, text) !== null ? name : null;
}

function readImport(node: SyntaxNode, text: string, names: Map<string, string>): void {
  const source = (of: SyntaxNode | null): string =>
    of === null ? '' : text.slice(of.start, of.end);
  const from = childOf(node, 'source');
  if (from !== null) {
    // JavaScript: import d, { a as b } from 'm'; import * as n from 'm'.
    const module = moduleName(literalOf(from, text) ?? '');
    for (const inside of nodesIn(node)) {
      if (inside.type === 'import_specifier') {
        const name = childOf(inside, 'name');
        names.set(source(childOf(inside, 'alias') ?? name), `${module}.${source(name)}`);
      } else if (inside.type === 'identifier' && isWholeModule(inside)) {
        names.set(source(inside), module);
      }
    }
    return;
  }
  const module = childOf(node, 'module_name');
  for (const child of node.children) {
    if (child.field !== 'name') continue;
    const aliased = child.type === 'aliased_import';
    const name = source(aliased ? childOf(child, 'name') : child);
    const alias = aliased ? source(childOf(child, 'alias')) : name;
    if (module !== null) names.set(alias, `${source(module)}.${name}`);
    else if (aliased) names.set(alias, name);
  }
}

const isWholeModule = (node: SyntaxNode): boolean =>
  node.parent?.type === 'import_clause' || node.parent?.type === 'namespace_import';
