import type { SyntaxNode } from './tree.ts';

/**
 * Reads code in a language without a grammar (Go, PHP, Perl, Java, …) by its tokens, into the few
 * kinds of nodes that rules look at: strings, names, calls, assignments, functions. It understands
 * far less than a parser, but it never fails, and code isn't silently left unread.
 */
export function tokenTreeOf(code: string, offset: number): SyntaxNode {
  const reader = new TokenReader(code, offset);
  return reader.read();
}

/** Deeper nesting is read flat, and code with more tokens isn't read to its end. */
const limits = { depth: 200, tokens: 200_000, bareArguments: 20 } as const;

interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'sign' | 'line' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Growing {
  type: string;
  start: number;
  end: number;
  field: string | null;
  parent: Growing | null;
  children: Growing[];
}

const tokens =
  /(\n)|[^\S\n]+|\/\/[^\n]*|#(?![[{])[^\n]*|--[ !-][^\n]*|("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`[^`]*`)|([$@%&]?[A-Za-z_]\w*!?)|(\d[\w.]*)|(::|->|=>|:=|\.\.|\.=|\+=|\?\?|\|\||&&|==|!=|<=|>=|=~|[^\s\w])/gy;
/** What follows a mark that opens a string. */
const bodies = new Map([
  ['"', /[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*/y],
  ["'", /[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*/y],
]);
/** What may go on for lines, by how it begins. */
const blocks = [
  { opens: '/*', closes: '*/', isString: false },
  { opens: '--[[', closes: ']]', isString: false },
  { opens: '[[', closes: ']]', isString: true },
];
const chaining = new Set(['.', '::', '->', '?.']);
const assigning = new Set(['=', ':=', '.=', '+=', '=>', ':']);
const joining = new Set(['+', '.', '..', '??', '||', '%']);
const closing = new Set([')', ']', '}']);
const defining = /^(?:func|function|fn|sub|def|proc)$/;
/** Words before a name that say nothing about it. */
const declaring =
  /^(?:my|our|local|var|let|const|final|static|public|private|protected|new|await|await!|mut|go|defer|auto|val|echo|if|unless|while|and|or|not|do)$/;
/** Functions that Perl, PHP and Lua call without parentheses. */
const bare =
  /^(?:system|exec|eval|require|include|require_once|include_once|print|open|qx|unlink|return|die|use|do)$/;

class TokenReader {
  private readonly code: string;
  private readonly offset: number;
  private current: Token;
  private count = 0;
  /** Perl and PHP run what is between backticks; Go keeps it as text. */
  private readonly runsBackticks: boolean;

  constructor(code: string, offset: number) {
    this.code = code;
    this.offset = offset;
    this.runsBackticks = /<\?php|\bmy\s+[$@%]|^[ \t]*use[ \t]+strict/m.test(code);
    this.lastClosed = Object.fromEntries(
      blocks.map(({ closes }) => [closes, code.lastIndexOf(closes)]),
    );
    this.at = 0;
    this.current = this.next();
  }

  private at: number;
  /** Up to where a mark opens no string, since one before it wasn't closed until there. */
  private readonly unclosed: Record<string, number> = {};
  private readonly lastClosed: Readonly<Record<string, number>>;

  read(): SyntaxNode {
    const root = this.node('program', 0, this.code.length);
    while (this.peek().kind !== 'end') {
      this.statements(root, 0);
      // A closing bracket that nothing opened.
      if (this.peek().kind !== 'end') this.advance();
    }
    return root;
  }

  private next(): Token {
    for (;;) {
      this.count += 1;
      if (this.at >= this.code.length || this.count > limits.tokens)
        return { kind: 'end', text: '', start: this.code.length, end: this.code.length };
      const start = this.at;
      const block = this.block();
      if (block !== null) {
        this.at = block.end;
        if (!block.isString) continue;
        return { kind: 'string', text: this.code.slice(start, this.at), start, end: this.at };
      }
      if (start < (this.unclosed[this.code[start] ?? ''] ?? 0)) {
        this.at += 1;
        return { kind: 'sign', text: this.code[start] ?? '', start, end: this.at };
      }
      tokens.lastIndex = this.at;
      const match = tokens.exec(this.code);
      if (match === null) {
        this.at += 1;
        continue;
      }
      this.at = start + match[0].length;
      const body = bodies.get(match[0]);
      if (body !== undefined) {
        body.lastIndex = this.at;
        this.unclosed[match[0]] = this.at + (body.exec(this.code)?.[0].length ?? 0);
      }
      const [text, line, string, name, number, sign] = match;
      const kind =
        line !== undefined
          ? 'line'
          : string !== undefined
            ? 'string'
            : name !== undefined
              ? 'name'
              : number !== undefined
                ? 'number'
                : sign !== undefined
                  ? 'sign'
                  : null;
      if (kind !== null) return { kind, text, start, end: this.at };
    }
  }

  /**
   * The comment or string of several lines that begins here. Where its closing sign last occurs is
   * known beforehand: an author who opens thousands and closes none costs one look each.
   */
  private block(): { end: number; isString: boolean } | null {
    const found = blocks.find(({ opens }) => this.code.startsWith(opens, this.at));
    if (found === undefined) return null;
    const from = this.at + found.opens.length;
    if (from > (this.lastClosed[found.closes] ?? -1)) return null;
    const end = this.code.indexOf(found.closes, from) + found.closes.length;
    return { end, isString: found.isString };
  }

  private advance(): Token {
    const token = this.peek();
    this.current = this.next();
    return token;
  }

  private peek(): Token {
    return this.current;
  }

  private isSign(...signs: readonly string[]): boolean {
    return this.peek().kind === 'sign' && signs.includes(this.peek().text);
  }

  private node(type: string, start: number, end: number): Growing {
    return {
      type,
      start: start + this.offset,
      end: end + this.offset,
      field: null,
      parent: null,
      children: [],
    };
  }

  private add(parent: Growing, child: Growing, field: string | null = null): Growing {
    child.parent = parent;
    child.field = field;
    parent.children.push(child);
    parent.end = Math.max(parent.end, child.end);
    return child;
  }

  private startingAt(type: string, first: Growing): Growing {
    const made = this.node(type, 0, 0);
    made.start = first.start;
    made.end = first.end;
    return made;
  }

  /** Until a closing bracket or the end. */
  private statements(into: Growing, depth: number): void {
    while (this.peek().kind !== 'end') {
      if (this.peek().kind === 'sign' && closing.has(this.peek().text)) return;
      if (this.peek().kind === 'line' || this.isSign(';', ',')) {
        this.advance();
        continue;
      }
      const first = into.children.length;
      const expression = this.expression(depth, true);
      if (expression === null) this.advance();
      else this.add(into, expression);
      // `a, err := f()`: all names get the value.
      while (expression?.type === 'identifier' && this.isSign(',')) {
        this.advance();
        const next = this.expression(depth, true);
        if (next === null) break;
        this.add(into, next);
        if (next.type !== 'assignment' || next.children[0] === undefined) continue;
        const names = this.startingAt('pattern_list', expression);
        for (const name of [...into.children.slice(first, -1), next.children[0]])
          this.add(names, name);
        into.children.splice(first, into.children.length - first - 1);
        next.children[0] = names;
        names.parent = next;
        names.field = 'left';
        break;
      }
    }
  }

  private expression(depth: number, endsAtLine: boolean): Growing | null {
    let left = this.primary(depth, endsAtLine);
    if (left === null) return null;
    for (;;) {
      if (!endsAtLine || this.continues()) while (this.peek().kind === 'line') this.advance();
      if (this.peek().kind !== 'sign') return left;
      const sign = this.peek().text;
      if (assigning.has(sign)) {
        this.advance();
        while (this.peek().kind === 'line') this.advance();
        const right = depth > limits.depth ? null : this.expression(depth + 1, endsAtLine);
        const type: string =
          sign === '=>' || sign === ':'
            ? 'pair'
            : sign === '.=' || sign === '+='
              ? 'augmented_assignment'
              : 'assignment';
        const made = this.startingAt(type, left);
        this.add(made, left, type === 'pair' ? 'key' : 'left');
        if (right !== null) this.add(made, right, type === 'pair' ? 'value' : 'right');
        return made;
      }
      if (!joining.has(sign)) return left;
      this.advance();
      while (this.peek().kind === 'line') this.advance();
      const right = this.primary(depth, endsAtLine);
      if (right === null) return left;
      const made = this.startingAt('binary_operator', left);
      this.add(made, left, 'left');
      this.add(made, right, 'right');
      left = made;
    }
  }

  /** Whether the next line starts with something that continues this one: `.post(…)`, `+ "x"`. */
  private continues(): boolean {
    return (
      this.peek().kind === 'line' &&
      /^\s*(?:\.\w|->|\+|\.\s)/.test(this.code.slice(this.peek().end, this.peek().end + 80))
    );
  }

  private primary(depth: number, endsAtLine: boolean): Growing | null {
    const { kind, text, start, end } = this.peek();
    if (kind === 'string') {
      this.advance();
      const string = this.node('string', start, end);
      return this.runsBackticks && text.startsWith('`')
        ? this.calling(this.node('identifier', start, start), [string])
        : this.chain(string, depth);
    }
    if (kind === 'number') {
      this.advance();
      return this.node('integer', start, end);
    }
    if (kind === 'name') return this.name(depth, endsAtLine);
    if (kind !== 'sign') return null;
    if (text === '(' || text === '[' || text === '{') {
      const type = text === '(' ? 'parenthesized_expression' : text === '[' ? 'list' : 'block';
      const made = this.bracketed(type, depth);
      // `[]string{"a"}` in Go.
      if (type === 'list' && made.children.length === 0 && this.peek().kind === 'name') {
        this.advance();
        if (this.isSign('{') && depth <= limits.depth) return this.bracketed('list', depth);
      }
      return this.chain(made, depth);
    }
    if (closing.has(text) || text === ',' || text === ';') return null;
    // A sign before an operand: `!x`, `-x`, `&x`, `<$f>`.
    this.advance();
    return depth > limits.depth ? null : this.primary(depth + 1, endsAtLine);
  }

  private bracketed(type: string, depth: number): Growing {
    const open = this.advance();
    const made = this.node(type, open.start, open.end);
    if (depth > limits.depth) return made;
    if (type === 'block') this.statements(made, depth + 1);
    else this.elements(made, depth + 1);
    if (this.peek().kind === 'sign' && closing.has(this.peek().text)) {
      made.end = this.peek().end + this.offset;
      this.advance();
    }
    return made;
  }

  /** Elements between brackets, with commas between them. */
  private elements(into: Growing, depth: number): void {
    while (this.peek().kind !== 'end') {
      if (this.peek().kind === 'sign' && closing.has(this.peek().text)) return;
      if (this.peek().kind === 'line' || this.isSign(',', ';')) {
        this.advance();
        continue;
      }
      const element = this.expression(depth, false);
      if (element === null) this.advance();
      else this.add(into, element);
    }
  }

  private name(depth: number, endsAtLine: boolean): Growing | null {
    const { text, start, end } = this.advance();
    if (declaring.test(text) && (this.peek().kind === 'name' || this.isSign('('))) {
      return depth > limits.depth ? null : this.primary(depth + 1, endsAtLine);
    }
    if (defining.test(text)) return this.definition(start, depth);
    if (text === 'return' && this.peek().kind !== 'line') {
      const made = this.node('return_statement', start, end);
      const value = depth > limits.depth ? null : this.expression(depth + 1, endsAtLine);
      if (value !== null) this.add(made, value);
      return made;
    }
    const own = this.node('identifier', start, end);
    const takesString =
      this.peek().kind === 'string' ||
      (this.peek().kind === 'name' && /^[$@]|^(?:my|our|local)$/.test(this.peek().text));
    if (bare.test(text) && takesString && depth <= limits.depth) {
      const args = this.bareArguments(depth + 1, endsAtLine);
      return args.length === 0 ? own : this.calling(own, args);
    }
    return this.chain(own, depth);
  }

  /** `open my $f, '>>', $path`. */
  private bareArguments(depth: number, endsAtLine: boolean): Growing[] {
    const args: Growing[] = [];
    for (;;) {
      const argument = this.expression(depth, endsAtLine);
      if (argument === null) return args;
      args.push(argument);
      if (!this.isSign(',') || args.length >= limits.bareArguments) return args;
      this.advance();
    }
  }

  /** Members, calls and elements after a name: `a.b(c)->d`. */
  private chain(first: Growing, depth: number): Growing {
    let left = first;
    for (let links = 0; links < limits.depth; links += 1) {
      const isSpacedDot =
        this.isSign('.') &&
        (this.code[this.peek().start - 1] === ' ' || this.code[this.peek().end] === ' ');
      if (this.peek().kind === 'sign' && chaining.has(this.peek().text) && !isSpacedDot) {
        const sign = this.advance();
        if (this.peek().kind === 'name' && !/^[$@%&]/.test(this.peek().text)) {
          const { start, end } = this.advance();
          const made = this.startingAt('member_expression', left);
          this.add(made, left, 'object');
          this.add(made, this.node('identifier', start, end), 'property');
          left = made;
          continue;
        }
        // Concatenation without spaces: `$a.'b'`.
        if (sign.text !== '.') continue;
        const right = this.primary(depth + 1, true);
        if (right === null) return left;
        const made = this.startingAt('binary_operator', left);
        this.add(made, left, 'left');
        this.add(made, right, 'right');
        return made;
      }
      if (this.isSign('(')) {
        const args = this.bracketed('argument_list', depth);
        const made = this.startingAt('call', left);
        this.add(made, left, 'function');
        this.add(made, args, 'arguments');
        left = made;
        continue;
      }
      if (this.isSign('[') && left.type !== 'string') {
        const index = this.bracketed('list', depth);
        const made = this.startingAt('subscript', left);
        this.add(made, left, 'value');
        for (const child of index.children) this.add(made, child, 'subscript');
        made.end = Math.max(made.end, index.end);
        // `new String[]{"a"}` in Java.
        if (index.children.length === 0 && this.isSign('{')) return this.bracketed('list', depth);
        left = made;
        continue;
      }
      return left;
    }
    return left;
  }

  private calling(callee: Growing, args: readonly Growing[]): Growing {
    const made = this.startingAt('call', callee);
    this.add(made, callee, 'function');
    const list = this.startingAt('argument_list', args[0] ?? callee);
    for (const argument of args) this.add(list, argument);
    this.add(made, list, 'arguments');
    return made;
  }

  private definition(start: number, depth: number): Growing {
    const made = this.node('function_definition', start, this.peek().end);
    // A receiver as in Go: `func (c *Client) send(…)`.
    if (this.isSign('(') && depth <= limits.depth) {
      const receiver = this.bracketed('parameters', depth);
      if (this.peek().kind !== 'name') return this.body(made, receiver, depth);
    }
    if (this.peek().kind === 'name') {
      const { start: from, end } = this.advance();
      this.add(made, this.node('identifier', from, end), 'name');
    }
    return this.isSign('(') && depth <= limits.depth
      ? this.body(made, this.bracketed('parameters', depth), depth)
      : this.body(made, null, depth);
  }

  private body(made: Growing, parameters: Growing | null, depth: number): Growing {
    if (parameters !== null) {
      // The first name of each: `$path`, `path string`, `path: &str`.
      for (const child of parameters.children)
        if (child.type === 'pair') child.type = 'typed_parameter';
      this.add(made, parameters, 'parameters');
    }
    // What it returns stands between its parameters and its body.
    for (
      let skipped = 0;
      skipped < 12 &&
      !this.isSign('{') &&
      this.peek().kind !== 'line' &&
      this.peek().kind !== 'end';
      skipped += 1
    ) {
      if (
        this.peek().kind === 'sign' &&
        (closing.has(this.peek().text) || this.peek().text === ';')
      )
        return made;
      this.advance();
    }
    if (this.isSign('{') && depth <= limits.depth)
      this.add(made, this.bracketed('block', depth), 'body');
    return made;
  }
}
