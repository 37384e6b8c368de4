import { err, ok, type Result } from '../../../../shared/result.ts';

/** The shells whose quoting is known. */
export type Shell = 'posix' | 'cmd' | 'powershell';

/** One argument as the shell would hand it over, and what in it only a shell could fill in. */
export interface Word {
  readonly text: string;
  /** `$HOME`, `%TEMP%`, `$(date)`, `*.md` as written; empty for a word that is its text. */
  readonly unfilled: readonly string[];
}

/** The words of one command, and what followed them that is no argument. */
export interface Line {
  readonly words: readonly Word[];
  /** `| tee log`, `> out.txt`, `# a comment`, as written. */
  readonly left: readonly string[];
}

interface Quoting {
  /** Takes away the meaning of the next character, outside quotes. */
  readonly escape: string;
  readonly quotes: string;
  /** What only the shell can fill in, at the start of the rest of the text. */
  readonly filled: RegExp;
  readonly separators: RegExp;
  readonly redirect: RegExp;
}

const quoting: Readonly<Record<Shell, Quoting>> = {
  posix: {
    escape: '\\',
    quotes: `'"`,
    filled: /^(?:\$(?:\([^)]*\)?|\{[^}]*\}?|\w+|[@*#?$!-])|`[^`]*`?)/,
    separators: /^(?:&&|\|\||\|&|;;|[;|&\n()])/,
    redirect: /^(?:\d*(?:>>|>\||>&|<<<|<<|<>|<&|>|<)|&>>?)\s*/,
  },
  cmd: {
    escape: '^',
    quotes: '"',
    filled: /^%[^%\s"]+%/,
    separators: /^(?:&&|\|\||[|&\n])/,
    redirect: /^(?:\d?(?:>>|>&|>|<))\s*/,
  },
  powershell: {
    escape: '`',
    quotes: `'"`,
    filled: /^\$(?:\([^)]*\)?|\{[^}]*\}?|(?:env:)?\w+)/,
    separators: /^(?:&&|\|\||[;|&\n])/,
    redirect: /^(?:[\d*]?(?:>>|>&|>|<))\s*/,
  },
};

/**
 * Splits what a person would type into the commands of its lines, as `shell` would; runs and fills
 * in nothing. The error is one sentence. An argument that this gets wrong would be started as
 * somebody else than its writer meant, so what is not certain is named instead of guessed.
 */
export function shellLines(text: string, shell: Shell): Result<readonly Line[], string> {
  const lines: Line[] = [];
  const scanner = new Scanner(text, quoting[shell], shell);
  while (!scanner.ended) {
    const line = scanner.line();
    if (!line.ok) return line;
    if (line.value.words.length > 0 || line.value.left.length > 0) lines.push(line.value);
  }
  return ok(lines);
}

class Scanner {
  readonly #text: string;
  readonly #quoting: Quoting;
  readonly #shell: Shell;
  #at = 0;

  constructor(text: string, quotingOf: Quoting, shell: Shell) {
    // A line that goes on: the sign before the end of it is no character of a word.
    this.#text = text.replaceAll(/\r\n?/g, '\n').replaceAll(`${quotingOf.escape}\n`, '');
    this.#quoting = quotingOf;
    this.#shell = shell;
  }

  get ended(): boolean {
    return this.#at >= this.#text.length;
  }

  get #rest(): string {
    return this.#text.slice(this.#at);
  }

  line(): Result<Line, string> {
    const words: Word[] = [];
    while (!this.ended) {
      const char = this.#text[this.#at] ?? '';
      if (char === '\n') {
        this.#at += 1;
        break;
      }
      if (/\s/.test(char)) {
        this.#at += 1;
        continue;
      }
      // PowerShell's sign for "run this".
      if (this.#shell === 'powershell' && words.length === 0 && /^&\s/.test(this.#rest)) {
        this.#at += 1;
        continue;
      }
      const stops =
        (char === '#' && this.#shell !== 'cmd') ||
        this.#quoting.separators.test(this.#rest) ||
        this.#quoting.redirect.test(this.#rest);
      if (stops) return ok({ words, left: [this.#toLineEnd()] });
      const word = this.#word();
      if (!word.ok) return word;
      words.push(word.value);
    }
    return ok({ words, left: [] });
  }

  #toLineEnd(): string {
    const end = this.#text.indexOf('\n', this.#at);
    const left = this.#text.slice(this.#at, end === -1 ? undefined : end).trim();
    this.#at = end === -1 ? this.#text.length : end + 1;
    return left;
  }

  #word(): Result<Word, string> {
    let text = '';
    const unfilled: string[] = [];
    while (!this.ended) {
      const char = this.#text[this.#at] ?? '';
      if (/\s/.test(char)) break;
      if (this.#quoting.separators.test(this.#rest) || /^[<>]/.test(char)) break;
      const filled = this.#quoting.filled.exec(this.#rest)?.[0];
      if (filled !== undefined) {
        unfilled.push(filled);
        text += filled;
        this.#at += filled.length;
      } else if (this.#quoting.quotes.includes(char)) {
        const quoted = this.#quoted(char, unfilled);
        if (!quoted.ok) return quoted;
        text += quoted.value;
      } else if (char === this.#quoting.escape) {
        text += this.#text[this.#at + 1] ?? '';
        this.#at += 2;
      } else if (this.#windowsBackslashes !== null) {
        text += this.#windowsBackslashes.text;
        this.#at += this.#windowsBackslashes.length;
      } else {
        if (this.#shell === 'posix' && (char === '*' || (char === '~' && text === '')))
          unfilled.push(char);
        text += char;
        this.#at += 1;
      }
    }
    return ok({ text, unfilled });
  }

  /** What stands between two quotes; the scanner is on the first. */
  #quoted(quote: string, unfilled: string[]): Result<string, string> {
    let text = '';
    this.#at += 1;
    while (!this.ended) {
      const char = this.#text[this.#at] ?? '';
      const next = this.#text[this.#at + 1] ?? '';
      const backslashes = this.#windowsBackslashes;
      const filled = quote === '"' ? this.#quoting.filled.exec(this.#rest)?.[0] : undefined;
      if (char === quote) {
        this.#at += 1;
        // Doubled, it stands for itself in PowerShell.
        if (this.#shell !== 'powershell' || next !== quote) return ok(text);
        text += quote;
        this.#at += 1;
      } else if (filled !== undefined) {
        unfilled.push(filled);
        text += filled;
        this.#at += filled.length;
      } else if (backslashes !== null) {
        text += backslashes.text;
        this.#at += backslashes.length;
      } else if (quote === '"' && this.#escapes(char, next)) {
        text += next;
        this.#at += 2;
      } else {
        text += char;
        this.#at += 1;
      }
    }
    return err(`A quote ${quote} is opened and not closed.`);
  }

  #escapes(char: string, next: string): boolean {
    if (this.#shell === 'posix') return char === '\\' && /["\\$`]/.test(next);
    return this.#shell === 'powershell' && char === '`' && next !== '';
  }

  /** Programs of Windows take `\\"` for a quote, and half of the backslashes before one. */
  get #windowsBackslashes(): { readonly text: string; readonly length: number } | null {
    if (this.#shell !== 'cmd') return null;
    const run = /^(\\+)"/.exec(this.#rest)?.[1];
    if (run === undefined) return null;
    const half = '\\'.repeat(Math.floor(run.length / 2));
    return run.length % 2 === 0
      ? { text: half, length: run.length }
      : { text: `${half}"`, length: run.length + 1 };
  }
}

/**
 * Which shell a text was most likely written for: a drive letter or a sign that only one of them
 * has tells; everything else is read as a POSIX shell would.
 */
export function shellOf(text: string): Shell {
  if (/\$env:|`\r?\n|^\s*(?:PS [^\n>]*> ?|& ['"])/im.test(text)) return 'powershell';
  if (/\^\r?\n|%\w+%|^\s*[A-Z]:\\[^\n>]*> ?/im.test(text)) return 'cmd';
  if (/(?:^|[\s"'=])[A-Za-z]:\\/.test(text)) return text.includes("'") ? 'powershell' : 'cmd';
  return 'posix';
}
