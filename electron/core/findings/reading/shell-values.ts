import { type CodePart, isDynamic, isString, literalOf } from './literals.ts';
import { childOf, nodesIn, type SyntaxNode } from './tree.ts';

/** What the shell code of a document assigns, so that rules read `$t` as `/tmp/x`. */
export interface ShellValues {
  /** A word as the shell passes it on; a part that is only known at run time stays as written. */
  read(node: SyntaxNode, text: string): ResolvedWord;
  /** The function of that name in the same part. */
  functionNamed(name: string, part: CodePart): SyntaxNode | undefined;
}

export interface ResolvedWord {
  readonly text: string;
  /** Part of it is only known at run time. */
  readonly dynamic: boolean;
}

interface Assignment {
  readonly start: number;
  readonly nodes: readonly SyntaxNode[];
}

/** Bounds on one value, because assignments can double it at each step. */
const limits = {
  depth: 8,
  length: 1_000,
  alternatives: 5,
  assignments: 100,
  steps: 20_000,
} as const;

const expansion =
  /^\$\{[!#]?([A-Za-z_]\w{0,60}|[0-9@*])(?:\[[@*\d]+\])?(?::?([-=+?])([\s\S]*)|[^\w][\s\S]*)?\}$/;
/** Substitutions whose output is known well enough: a folder of the project, or a literal. */
const projectFolder =
  /^\$\(\s*(?:pwd|(?:cd\s[^|;]{0,80}&&\s*pwd)|dirname\s[^|;]{0,80}|git\s+rev-parse\s+--show-toplevel)\s*\)$/;
const gitFolder = /^\$\(\s*git\s+rev-parse\s+--(?:git-dir|git-common-dir|absolute-git-dir)\s*\)$/;
const gitHooks = /^\$\(\s*git\s+rev-parse\s+--git-path\s+([\w./-]{1,60})\s*\)$/;
/** Where a program is, which is as good as its name: `$(command -v curl)`. */
const located =
  /^(?:\$\(|`)\s*(?:which|command\s+-v|type\s+-[pP])\s+["']?([\w.+-]{1,40})["']?\s*(?:2>\s*\S+\s*)?(?:\|\|\s*(?:true|:)\s*)?[)`]$/;
const printed =
  /^\$\(\s*(?:echo|printf)\s+(?:-n\s+|'?%s'?\s+)?["']?([^"'|;&$()`<>]{1,200})["']?\s*\)$/;

/** Collects the assignments of all shell code in a document, of which a later part may use any. */
export function shellValuesOf(code: readonly CodePart[], text: string): ShellValues {
  const reader = new ShellReader(text);
  for (const part of code) {
    if (part.tree === null || (part.language !== 'bash' && part.language !== 'powershell'))
      continue;
    for (const node of nodesIn(part.tree)) reader.collect(node, part);
  }
  return reader;
}

class ShellReader implements ShellValues {
  private readonly text: string;
  private readonly assigned = new Map<string, Assignment[]>();
  private readonly functions = new Map<
    string,
    { readonly node: SyntaxNode; readonly part: CodePart }
  >();
  private readonly callers = new Map<string, SyntaxNode>();
  private readonly resolved = new Map<SyntaxNode, ResolvedWord>();
  private steps = 0;

  constructor(text: string) {
    this.text = text;
  }

  collect(node: SyntaxNode, part: CodePart): void {
    if (node.type === 'variable_assignment') {
      const [name, value] = [childOf(node, 'name'), childOf(node, 'value')];
      if (name !== null && value !== null) this.assign(this.source(name), node.start, [value]);
    } else if (node.type === 'for_statement') {
      const name = childOf(node, 'variable');
      const values = node.children.filter(({ field }) => field === 'value');
      if (name !== null && values.length > 0) this.assign(this.source(name), node.start, values);
    } else if (node.type === 'assignment_expression' && part.language === 'powershell') {
      const [name, value] = [node.children[0], childOf(node, 'value')];
      if (name !== undefined && value !== null)
        this.assign(this.source(name).replace('$', '').toLowerCase(), node.start, [value]);
    } else if (node.type === 'function_definition') {
      const name = childOf(node, 'name');
      if (name !== null && !this.functions.has(this.source(name)))
        this.functions.set(this.source(name), { node, part });
    } else if (node.type === 'command_name' && node.parent !== null) {
      const name = this.source(node);
      if (!this.callers.has(name)) this.callers.set(name, node.parent);
    }
  }

  read(node: SyntaxNode): ResolvedWord {
    return isDynamic(node)
      ? this.resolve(node, 0)
      : { text: spoken(node, this.text), dynamic: false };
  }

  functionNamed(name: string, part: CodePart): SyntaxNode | undefined {
    const found = this.functions.get(name);
    return found?.part === part ? found.node : undefined;
  }

  private source({ start, end }: SyntaxNode): string {
    return this.text.slice(start, end);
  }

  private assign(name: string, start: number, nodes: readonly SyntaxNode[]): void {
    const known = this.assigned.get(name);
    if (known === undefined) this.assigned.set(name, [{ start, nodes }]);
    else if (known.length < limits.assignments) known.push({ start, nodes });
  }

  /** The value of a variable at a place; null if nothing assigns it a known one. */
  private variable(name: string, at: SyntaxNode, depth: number): string | null {
    if (depth > limits.depth || (this.steps += 1) > limits.steps) return null;
    if (name === 'PWD') return '.';
    if (/^[0-9@*]$/.test(name)) return this.argument(name, at, depth);
    const all = this.assigned.get(name) ?? this.assigned.get(name.toLowerCase());
    if (all === undefined) return null;
    // Its own assignment is `P=$P:x`, which refers to an earlier one.
    const earlier = all.findLast(({ start, nodes }) => start < at.start && !nodes.some(holds(at)));
    const chosen = earlier ?? all.find(({ nodes }) => !nodes.some(holds(at)));
    if (chosen === undefined) return null;
    const values = chosen.nodes
      .slice(0, limits.alternatives)
      .map((node) => this.resolve(node, depth + 1).text)
      .filter((value) => value !== '');
    return values.length === 0 ? null : values.join(' ');
  }

  /** The argument that the first call of the function around a place passes. */
  private argument(name: string, at: SyntaxNode, depth: number): string | null {
    let outer = at.parent;
    while (outer !== null && outer.type !== 'function_definition') outer = outer.parent;
    const named = outer === null ? null : childOf(outer, 'name');
    const caller = named === null ? undefined : this.callers.get(this.source(named));
    if (caller === undefined || holds(at)(caller)) return null;
    const given = caller.children.filter(({ field }) => field === 'argument');
    const chosen = /\d/.test(name) ? given.slice(Number(name) - 1, Number(name)) : given;
    const values = chosen.slice(0, limits.alternatives);
    return values.length === 0
      ? null
      : values.map((node) => this.resolve(node, depth + 1).text).join(' ');
  }

  private expanded(node: SyntaxNode, depth: number): string | null {
    const written = this.source(node);
    if (node.type === 'command_substitution') {
      if (projectFolder.test(written)) return '.';
      if (gitFolder.test(written)) return '.git';
      const hooks = gitHooks.exec(written)?.[1];
      if (hooks !== undefined) return `.git/${hooks}`;
      return printed.exec(written)?.[1] ?? located.exec(written)?.[1] ?? null;
    }
    const plain = /^\$(\w+|[@*])$/.exec(written)?.[1];
    if (plain !== undefined) return this.variable(plain, node, depth);
    const [, name = '', operator = '', other = ''] = expansion.exec(written) ?? [];
    if (name === '') return null;
    const value = operator === '+' ? null : this.variable(name, node, depth);
    if (value !== null || operator === '' || operator === '?') return value;
    // What it says if the variable is unset, which only the person's machine decides.
    const inner = node.children.slice(1);
    const first = inner[0];
    return first === undefined
      ? other.replaceAll(/["']/g, '')
      : this.pieces(first.start, node.end - 1, inner, depth);
  }

  private pieces(
    start: number,
    end: number,
    children: readonly SyntaxNode[],
    depth: number,
  ): string {
    let whole = '';
    let at = start;
    for (const child of children) {
      whole += unescaped(this.text.slice(at, child.start)) + this.resolve(child, depth).text;
      at = child.end;
    }
    return (whole + unescaped(this.text.slice(at, end))).slice(0, limits.length);
  }

  private resolve(node: SyntaxNode, depth: number): ResolvedWord {
    const before = this.resolved.get(node);
    if (before !== undefined) return before;
    // Until it is known, for values that refer to themselves.
    this.resolved.set(node, { text: this.source(node), dynamic: true });
    const word = this.resolveNew(node, depth);
    this.resolved.set(node, word);
    return word;
  }

  private resolveNew(node: SyntaxNode, depth: number): ResolvedWord {
    if (/^(?:simple_expansion|expansion|command_substitution)$/.test(node.type)) {
      const value = this.expanded(node, depth);
      return value === null
        ? { text: this.source(node), dynamic: true }
        : { text: value, dynamic: /[$`]/.test(value) };
    }
    if (node.type === 'variable') {
      const written = this.source(node);
      const value = this.variable(written.replace(/^[$@]\{?|\}$/g, ''), node, depth);
      return value === null ? { text: written, dynamic: true } : { text: value, dynamic: false };
    }
    if (/_expression$|^pipeline(?:_chain)?$/.test(node.type)) return this.powershell(node, depth);
    if (node.type === 'array') {
      const words = node.children.slice(0, 20).map((child) => this.resolve(child, depth));
      return {
        text: words.map((word) => word.text).join(' '),
        dynamic: words.some((word) => word.dynamic),
      };
    }
    if (!isDynamic(node)) return { text: spoken(node, this.text), dynamic: false };
    if (node.type === 'string' || node.type === 'expandable_string_literal')
      return fromPieces(
        this.pieces(node.start + 1, node.end - 1, node.children, depth),
        node,
        this.text,
      );
    if (
      /^(?:concatenation|command_name|command_name_expr|string_literal|path_command_name)$/.test(
        node.type,
      )
    )
      return fromPieces(this.pieces(node.start, node.end, node.children, depth), node, this.text);
    return { text: this.source(node), dynamic: true };
  }

  private powershell(node: SyntaxNode, depth: number): ResolvedWord {
    const [first, second] = node.children;
    if (first === undefined) return { text: this.source(node), dynamic: true };
    if (node.children.length === 1 && first.type === 'command') {
      const words = first.children.flatMap((child) =>
        child.type === 'command_elements' ? child.children : [child],
      );
      const [name, ...rest] = words.filter(({ type }) => type !== 'command_argument_sep');
      if (name !== undefined && this.source(name).toLowerCase() === 'join-path')
        return this.joinedPath(
          rest.filter(({ type }) => type !== 'command_parameter'),
          depth,
        );
      return { text: this.source(node), dynamic: true };
    }
    if (node.children.length === 1) return this.resolve(first, depth);
    if (node.type === 'additive_expression' && second !== undefined) {
      const sides = node.children.map((child) => this.resolve(child, depth));
      return {
        text: sides
          .map((side) => side.text)
          .join('')
          .slice(0, limits.length),
        dynamic: sides.some((side) => side.dynamic),
      };
    }
    return { text: this.source(node), dynamic: true };
  }

  private joinedPath(nodes: readonly SyntaxNode[], depth: number): ResolvedWord {
    const words = nodes.slice(0, 10).map((node) => this.resolve(node, depth));
    return {
      text: words.map((word) => word.text).join('/'),
      dynamic: words.some((word) => word.dynamic),
    };
  }
}

const holds =
  (at: SyntaxNode) =>
  ({ start, end }: SyntaxNode): boolean =>
    start <= at.start && at.end <= end;

const fromPieces = (value: string, node: SyntaxNode, text: string): ResolvedWord =>
  value === ''
    ? { text: text.slice(node.start, node.end), dynamic: true }
    : { text: value, dynamic: /[$`]/.test(value) };

const unescaped = (source: string): string => source.replace(/\\(\r?\n)?/g, '');

/**
 * A word as the shell passes it on, with quotes and escapes such as `'a'"b"c` and `\c` resolved.
 */
export function spoken(node: SyntaxNode, text: string): string {
  const source = text.slice(node.start, node.end);
  if (node.type === 'concatenation' || node.type === 'command_name') {
    let whole = '';
    let at = node.start;
    for (const child of node.children) {
      whole += text.slice(at, child.start) + spoken(child, text);
      at = child.end;
    }
    return node.children.length === 0
      ? source.replace(/\\(.)/g, '$1')
      : whole + text.slice(at, node.end);
  }
  if (isString(node)) return literalOf(node, text) ?? source;
  return unescaped(source);
}
