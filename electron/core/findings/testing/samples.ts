import type { Chance } from '../../archive/testing/mutants.ts';

type Sample = () => string;

/** Texts that an expression in RE2 syntax matches, most of them, made of its own letters. */
export function samplesOf(source: string, any: Chance): Sample {
  return new SampleMaker(source, any).alternatives();
}

const escapes: Readonly<Record<string, string>> = {
  ...{ b: '', B: '', s: ' ', S: 'q', w: 'q', W: ' ', d: '5', D: 'q', n: '\n', t: '\t' },
};

class SampleMaker {
  private readonly source: string;
  private readonly any: Chance;
  private at = 0;

  constructor(source: string, any: Chance) {
    this.source = source;
    this.any = any;
  }

  alternatives(): Sample {
    const all = [this.sequence()];
    while (this.takes('|')) all.push(this.sequence());
    return () => this.oneOf(all)();
  }

  private sequence(): Sample {
    const parts: Sample[] = [];
    while (this.at < this.source.length && !/[|)]/.test(this.next))
      parts.push(this.repeated(this.atom()));
    return () => parts.map((part) => part()).join('');
  }

  private repeated(one: Sample): Sample {
    const [written, , least, , most] =
      /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(this.source.slice(this.at)) ?? [];
    if (written === undefined) return one;
    this.at += written.length;
    const from = Number(least ?? (written.startsWith('+') ? 1 : 0));
    const room = least === undefined ? 1 - from : most === undefined ? 0 : 1;
    return () => Array.from({ length: from + this.any(room + 1) }, one).join('');
  }

  private atom(): Sample {
    if (this.takes('(')) {
      this.at += /^\?[\w-]*:/.exec(this.source.slice(this.at))?.[0].length ?? 0;
      const inside = this.alternatives();
      this.at += 1;
      return inside;
    }
    if (this.takes('[')) return this.group();
    const isSpace = this.source.startsWith('\\s', this.at);
    const char = this.char();
    // A line ends anywhere in prose.
    return () => (isSpace && this.any(3) === 0 ? '\n' : char);
  }

  private group(): Sample {
    const isOther = this.takes('^');
    const chars: string[] = [];
    do {
      chars.push(this.char());
      if (this.next === '-' && this.source[this.at + 1] !== ']') this.at += 2;
    } while (!this.takes(']'));
    return () => (isOther ? 'q' : this.oneOf(chars));
  }

  private char(): string {
    const char = this.take();
    if (char !== '\\') return char === '.' ? 'q' : /[$^]/.test(char) ? '' : char;
    const code = /^x(?:\{([\dA-F]+)\}|([\dA-F]{2}))/i.exec(this.source.slice(this.at));
    if (code !== null) {
      this.at += code[0].length;
      return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '', 16));
    }
    const escaped = this.take();
    return escapes[escaped] ?? escaped;
  }

  private get next(): string {
    return this.source[this.at] ?? '';
  }

  private take(): string {
    this.at += 1;
    return this.source[this.at - 1] ?? '';
  }

  private takes(char: string): boolean {
    if (this.next !== char) return false;
    this.at += 1;
    return true;
  }

  private oneOf<T>(all: readonly T[]): T {
    const one = all[this.any(all.length)];
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  }
}
