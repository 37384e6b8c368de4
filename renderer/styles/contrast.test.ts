import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const asked = /@media \(prefers-contrast: more\) \{\n([\s\S]*?)\n\}/.exec(css)?.[1] ?? '';

/** The value of a token in a scheme, for who asks the system for contrast. */
function colour(token: string, scheme: 'light' | 'dark'): string {
  const said = new RegExp(`${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`);
  const [, light = '', dark = ''] = said.exec(asked) ?? said.exec(css) ?? [];
  return scheme === 'light' ? light : dark;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As in WCAG 2.2, 1.4.6. */
function ratio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const texts = ['--fg', '--fg-muted', '--fg-faint', '--accent-text', '--ok', '--warn', '--bad'];

describe('for who asks the system for contrast', () => {
  it('the theme that is asked for follows, light as dark; the contrast theme has it already', () => {
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
