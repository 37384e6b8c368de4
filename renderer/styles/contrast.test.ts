import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inks } from '../components/CodeView/options.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const asked = /@media \(prefers-contrast: more\) \{\n([\s\S]*?)\n\}/.exec(css)?.[1] ?? '';

const theme = /\[data-theme='contrast'\] \{\n([\s\S]*?)\n\}/.exec(css)?.[1] ?? '';

type Scheme = 'light' | 'dark';
/** `rgb(1 2 3 / 4%)` or `#010203`. */
const one = String.raw`(#\w{6}|rgb\([^)]*\))`;

/** What a block says of a token in a scheme. */
function said(block: string, token: string, scheme: Scheme): string | undefined {
  const both = new RegExp(`${token}: light-dark\\(${one}, ${one}\\);`).exec(block);
  return both ? both[scheme === 'light' ? 1 : 2] : new RegExp(`${token}: ${one};`).exec(block)?.[1];
}

/** The value of a token in a scheme, for who asks the system for contrast. */
const colour = (token: string, scheme: Scheme): string =>
  said(asked, token, scheme) ?? said(css, token, scheme) ?? '';

/** Red, green and blue of 255, and the share that covers. */
function parts(colour: string): readonly [number, number, number, number] {
  const hex = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const numbers = colour.startsWith('#') ? hex : (colour.match(/[\d.]+/g) ?? []).map(Number);
  const [red = NaN, green = NaN, blue = NaN, percent = 100] = numbers;
  return [red, green, blue, percent / 100];
}

/** What is seen of a colour that lies over an opaque one. */
function over(above: string, below: string): string {
  const [red, green, blue, share] = parts(above);
  const under = parts(below);
  const mixed = [red, green, blue].map((part, at) => part * share + (under[at] ?? 0) * (1 - share));
  return `rgb(${mixed.join(' ')})`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = parts(colour)
    .slice(0, 3)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As in WCAG 2.2, 1.4.6. */
function ratio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const texts = ['--fg', '--fg-muted', '--fg-faint', '--accent-text', '--ok', '--warn', '--bad'];

describe('with more contrast set in the system', () => {
  it('the requested theme follows, light and dark; the contrast theme already complies', () => {
    expect(asked).toMatch(/^ {2}:root:not\(\[data-theme='contrast'\]\) \{/);
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`every text has 7 to 1 on its surfaces, ${scheme}`, () => {
      for (const surface of ['--bg', '--bg-side', '--bg-raised'])
        for (const text of [...texts, '--info']) {
          const got = ratio(colour(text, scheme), colour(surface, scheme));
          expect([text, surface, got >= 7, got.toFixed(1)]).toEqual([
            text,
            surface,
            true,
            got.toFixed(1),
          ]);
        }
    });

    it(`every line has 3 to 1, ${scheme}`, () => {
      for (const line of ['--border', '--border-strong'])
        expect([line, ratio(colour(line, scheme), colour('--bg', scheme)) >= 3]).toEqual([
          line,
          true,
        ]);
    });
  }
});

describe('a difference', () => {
  const plain = (token: string, scheme: Scheme): string => said(css, token, scheme) ?? '';
  const black = (token: string): string => said(theme, token, 'dark') ?? '';
  const looks: readonly (readonly [string, (token: string) => string, least: number])[] = [
    ['light', (token) => plain(token, 'light'), 4.5],
    ['dark', (token) => plain(token, 'dark'), 4.5],
    ['light, for who asks for contrast', (token) => colour(token, 'light'), 7],
    ['dark, for who asks for contrast', (token) => colour(token, 'dark'), 7],
    ['contrast theme', black, 7],
  ];
  for (const [name, value, least] of looks)
    it(`has ${least} to 1 for every text on what it marks, and its signs and edges 3 to 1: ${name}`, () => {
      for (const [side, sign] of [
        ['added', '--ok'],
        ['removed', '--bad'],
      ] as const) {
        const line = over(value(`--${side}-line`), value('--bg'));
        const words = over(value(`--${side}-text`), line);
        for (const [, ink] of inks) {
          const got = ratio(value(ink), words);
          expect([side, ink, got.toFixed(1), got >= least]).toEqual([
            side,
            ink,
            got.toFixed(1),
            true,
          ]);
        }
        expect(ratio(value('--fg-faint'), line)).toBeGreaterThanOrEqual(4.5);
        expect(ratio(value(sign), line)).toBeGreaterThanOrEqual(4.5);
        // What differs within a line is told from the rest of it by a tint, or by its edge.
        const edge = over(value(`--${side}-edge`), line);
        expect(ratio(words, line) > 1.15 || ratio(edge, line) >= 3).toBe(true);
      }
    });
});
