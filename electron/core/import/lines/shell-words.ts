import { err, ok, type Result } from '../../../../shared/result.ts';
import { shells, type ShellQuoting, type ShellKind } from './shells.ts';

/** One argument as the shell would pass it, and the parts that only a shell could fill in. */
export interface ShellWord {
  readonly text: string;
  /** `$HOME`, `%TEMP%`, `$(date)`, `*` as written; empty for a literal word. */
  readonly unfilled: readonly string[];
  /** How many characters of `text` precede the first quote: `"A"=1` sets no variable. */
  readonly bare: number;
}

/** The words of one command, and anything after them that isn't an argument. */
export interface ShellLine {
  readonly words: readonly ShellWord[];
  /** `| tee log`, `> out.txt`, `# a comment`, as written. */
  readonly left: readonly string[];
  /** Why it's unclear what the shell would start, in one sentence; else null. */
  readonly problem: string | null;
}

/**
 * Splits typed text into the commands of its lines like `shell` would, without running or filling
 * in anything. A misread argument would start something its writer didn't mean, so anything
 * uncertain becomes a problem of its line instead of a guess.
 */
export function shellLines(text: string, shell: ShellKind): readonly ShellLine[] {
  const lines: ShellLine[] = [];
  const scanner = new Scanner(text.replaceAll('\r\n', '\n'), shells[shell], shell);
  while (!scanner.ended) {
    const line = scanner.line();
    if (line.words.length > 0 || line.left.length > 0 || line.problem !== null) lines.push(line);
  }
  return lines;
}

/**
 * Spaces and invisible characters that don't separate words in any shell, though a person may think
 * so.
 */
const strange = /^[\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{Cs}\uFEFF]/u;

class Scanner {
  readonly #text: string;
  readonly #quoting: ShellQuoting;
  readonly #shell: ShellKind;
  #at = 0;

  constructor(text: string, quoting: ShellQuoting, shell: ShellKind) {
    this.#text = text;
    this.#quoting = quoting;
    this.#shell = shell;
  }

  get ended(): boolean {
    return this.#at >= this.#text.length;
  }

  get #rest(): string {
    return this.#text.slice(this.#at);
  }

  get #char(): string {
    return this.#text[this.#at] ?? '';
  }

  line(): ShellLine {
    const start = this.#at;
    this.#at += /^[ \t]*/.exec(this.#rest)?.[0].length ?? 0;
    this.#at += this.#quoting.prompt.exec(this.#rest)?.[0].length ?? 0;
    const words: ShellWord[] = [];
    let leftFrom: number | null = null;
    // Words after a redirection and its target are still arguments, until another command starts.
    let targets = 0;
    while (!this.ended && this.#char !== '\n') {
      const step = this.#step(words, leftFrom !== null);
      if (step === 'space') continue;
      if (step === 'left') {
        leftFrom ??= this.#at;
        targets += this.#quoting.separators.test(this.#rest) ? Infinity : 1;
        this.#at += this.#sign().length;
        continue;
      }
      if (step === 'comment') {
        leftFrom ??= this.#at;
        this.#at = this.#lineEnd(this.#at);
        break;
      }
      if (!step.ok) return this.#refused(start, words, step.error);
      if (leftFrom === null) words.push(step.value);
      else if ((targets -= 1) < 0)
        return this.#refused(start, words, `${step.value.text} follows a redirection.`);
    }
    const first = words[0]?.text ?? '';
    if (this.#shell !== 'posix' && /^\w+=/.test(first))
      return this.#refused(start, words, `${first} doesn’t set a variable in this shell.`);
    if (this.#shell === 'cmd' && /^[\w.]+[/,;]/.test(first))
      return this.#refused(start, words, `It’s unclear where the program’s name ends in ${first}.`);
    const left = leftFrom === null ? [] : [this.#text.slice(leftFrom, this.#at).trim()];
    this.#at += 1;
    return { words, left, problem: null };
  }

  /** Reads the next token: something skipped, the end of the words, or a word. */
  #step(
    words: readonly ShellWord[],
    isLeft: boolean,
  ): 'space' | 'left' | 'comment' | Result<ShellWord, string> {
    const char = this.#char;
    const escaped = this.#text[this.#at + 1];
    if (char === ' ' || char === '\t') {
      this.#at += 1;
      return 'space';
    }
    // A continued line.
    if (char === this.#quoting.escape && escaped === '\n') {
      if (this.#shell === 'cmd' && !/^[ \t\w"]/.test(this.#text.slice(this.#at + 2)))
        return err('It’s unclear what follows ^ at the end of a line.');
      this.#at += 2;
      return 'space';
    }
    // PowerShell's call operator.
    if (this.#shell === 'powershell' && words.length === 0 && !isLeft && /^&\s/.test(this.#rest)) {
      this.#at += 1;
      return 'space';
    }
    if (char === '#' && this.#shell !== 'cmd') return 'comment';
    if (this.#shell === 'posix' && /^\d*<<(?!<)/.test(this.#rest))
      return err('Skillgate doesn’t read here-documents (<<).');
    if (this.#shell === 'posix' && !isLeft && /[()]/.test(char))
      return err(`${char} is shell syntax that Skillgate doesn’t read.`);
    return this.#sign() === '' ? this.#word() : 'left';
  }

  #sign(): string {
    const { separators, redirect } = this.#quoting;
    return separators.exec(this.#rest)?.[0] ?? redirect.exec(this.#rest)?.[0].trimEnd() ?? '';
  }

  #lineEnd(from: number): number {
    const end = this.#text.indexOf('\n', from);
    return end === -1 ? this.#text.length : end;
  }

  /** Skips past the line, its continuation lines and any here-document. */
  #refused(start: number, words: readonly ShellWord[], problem: string): ShellLine {
    let end = this.#lineEnd(start);
    while (end < this.#text.length && this.#text[end - 1] === this.#quoting.escape)
      end = this.#lineEnd(end + 1);
    const line = this.#text.slice(start, end);
    const documents = line.replaceAll('<<<', '').split('<<').length - 1;
    const [, , delimiter] =
      /<<-?[ \t]*(["']?)([\w.-]+)\1(?=[\s;|&<>]|$)/.exec(line.replaceAll('<<<', '')) ?? [];
    // If its end is unknown, everything that follows may be here-document content instead of a
    // line.
    if (this.#shell === 'posix' && documents > 0 && (documents > 1 || delimiter === undefined))
      end = this.#text.length;
    else if (this.#shell === 'posix' && delimiter !== undefined)
      while (end < this.#text.length) {
        const next = end + 1;
        end = this.#lineEnd(next);
        if (this.#text.slice(next, end).replace(/^\t+/, '') === delimiter) break;
      }
    this.#at = end + 1;
    const known =
      words.length > 0 ? words : [{ text: line.trim().slice(0, 40), unfilled: [], bare: 0 }];
    return { words: known, left: [], problem };
  }

  #word(): Result<ShellWord, string> {
    let text = '';
    let bare: number | null = null;
    const unfilled: string[] = [];
    while (!this.ended) {
      const char = this.#char;
      if (/[ \t\n]/.test(char)) break;
      if (this.#quoting.separators.test(this.#rest) || /^[<>]/.test(char)) break;
      if (strange.test(this.#rest))
        return err(`U+${hex(char)} doesn’t separate words. Use a plain space instead.`);
      if (this.#shell !== 'cmd' || text === '') {
        const unclear = this.#quoting.unclear.exec(this.#rest)?.[0];
        if (unclear !== undefined && this.#quoting.filled.exec(this.#rest) === null)
          return err(`${unclear} has a special meaning to the shell. Put it in quotes.`);
      }
      const filled = this.#filled(unfilled);
      if (!filled.ok) return filled;
      if (filled.value !== '') text += filled.value;
      else if (this.#quoting.quotes.includes(char)) {
        bare ??= text.length;
        const quoted = this.#quoted(char, unfilled);
        if (!quoted.ok) return quoted;
        text += quoted.value;
      } else if (char === this.#quoting.escape) {
        bare ??= text.length;
        const next = this.#escaped();
        if (!next.ok) return next;
        text += next.value;
      } else if (this.#windowsBackslashes !== null) {
        text += this.#windowsBackslashes.text;
        this.#at += this.#windowsBackslashes.length;
      } else {
        if (this.#quoting.spread(char, text)) unfilled.push(char);
        text += char;
        this.#at += 1;
      }
    }
    if (
      this.#shell === 'powershell' &&
      /^-\w*\./.test(text) &&
      (bare ?? text.length) > text.indexOf('.')
    )
      return err(`${text} is passed on in two parts. Put it in quotes.`);
    if (this.#shell === 'powershell' && text.endsWith('\\') && /\s/.test(text))
      return err(
        'A \\ at the end of a quote means different things in different versions of PowerShell.',
      );
    // Windows PowerShell and PowerShell 7 pass these on differently.
    if (this.#shell === 'powershell' && (text === '' || text.includes('"')))
      return err('PowerShell versions differ on quotes inside arguments and on empty arguments.');
    return ok({ text, unfilled, bare: bare ?? text.length });
  }

  /** Skips what only the shell can fill in; returns an error if its end is unclear. */
  #filled(unfilled: string[]): Result<string, string> {
    const found = this.#quoting.filled.exec(this.#rest)?.[0];
    if (found === undefined) return ok('');
    const inside =
      /^(?:\$[({]|`)(.*)[)}`]$/s.exec(found)?.[1] ?? (/^[$%][^({]/.test(found) ? '' : null);
    if (inside === null || /["'`$(){}\\\n#<]/.test(inside))
      return err(`It’s unclear where ${found} ends. Enter the value itself.`);
    unfilled.push(found);
    this.#at += found.length;
    return ok(found);
  }

  /** What an escape outside quotes stands for. */
  #escaped(): Result<string, string> {
    const next = this.#text[this.#at + 1];
    if (next === undefined) return err(`It ends with ${this.#quoting.escape}.`);
    if (this.#shell === 'cmd' && next === '\n') return err('^ breaks a line inside a word.');
    if (this.#shell === 'cmd' && /[ \t"]/.test(next))
      return err('Programs differ on a space or quote after ^.');
    if (this.#shell === 'powershell' && /[\w\n]/.test(next)) return err(backtick(next));
    this.#at += 2;
    return ok(next === '\n' ? '' : next);
  }

  /** The content between two quotes, with the scanner on the first. */
  #quoted(quote: string, unfilled: string[]): Result<string, string> {
    let text = '';
    this.#at += 1;
    while (!this.ended) {
      const char = this.#char;
      const next = this.#text[this.#at + 1] ?? '';
      const backslashes = this.#windowsBackslashes;
      if (char === quote) {
        this.#at += 1;
        if (next !== quote) return ok(text);
        if (this.#shell === 'cmd')
          return err('"" inside quotes means different things to different programs.');
        if (this.#shell === 'posix') return ok(text);
        // In PowerShell a doubled quote is a literal one.
        text += quote;
        this.#at += 1;
        continue;
      }
      if (this.#shell === 'cmd' && char === '\n') break;
      if (this.#shell === 'powershell' && /[‘’‚‛“”„]/.test(char))
        return err(`${char} is a quote to PowerShell. Use a plain one.`);
      if (quote === '"' || this.#shell === 'cmd') {
        const filled = this.#filled(unfilled);
        if (!filled.ok) return filled;
        text += filled.value;
        if (filled.value !== '') continue;
      }
      if (backslashes !== null) {
        // For cmd the quote ends here, and a sign after it starts something else.
        const line = this.#text.slice(this.#at, this.#lineEnd(this.#at));
        if (backslashes.text.endsWith('"') && /[&|<>^]/.test(line))
          return err('cmd and the program disagree on where a quote with \\" inside ends.');
        text += backslashes.text;
        this.#at += backslashes.length;
      } else if (quote === '"' && char === this.#quoting.escape && this.#escapes(next)) {
        if (this.#shell === 'powershell' && /[\w\n]/.test(next)) return err(backtick(next));
        text += next === '\n' ? '' : next;
        this.#at += 2;
      } else {
        text += char;
        this.#at += 1;
      }
    }
    return err(`A quote ${quote} is never closed.`);
  }

  #escapes(next: string): boolean {
    return this.#shell === 'posix'
      ? next !== '' && '"\\$`\n'.includes(next)
      : this.#shell === 'powershell' && next !== '';
  }

  /** Windows programs read `\\"` as a quote and halve the backslashes before one. */
  get #windowsBackslashes(): { readonly text: string; readonly length: number } | null {
    if (this.#shell !== 'cmd') return null;
    const [, run, quote] = /^(\\+)("?)/.exec(this.#rest) ?? [];
    if (run === undefined) return null;
    if (quote === '') return { text: run, length: run.length };
    const half = '\\'.repeat(Math.floor(run.length / 2));
    return run.length % 2 === 0
      ? { text: half, length: run.length }
      : { text: `${half}"`, length: run.length + 1 };
  }
}

const hex = (char: string): string =>
  (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

const backtick = (next: string): string =>
  `\`${next === '\n' ? '' : next} is PowerShell syntax that Skillgate doesn’t read.`;
