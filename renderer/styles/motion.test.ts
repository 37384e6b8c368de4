import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string): string => readFileSync(`${root}${name}`, 'utf8');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
const sheets = files.filter((name) => name.endsWith('.css'));
const scripts = files.filter((name) => /(?<!\.test)\.tsx?$/.test(name));

/** What stands within `@media (prefers-reduced-motion: reduce)`. */
const reduced = (css: string): string =>
  /@media \(prefers-reduced-motion: reduce\) \{\n([\s\S]*?)\n\}/.exec(css)?.[1] ?? '';

describe('with reduced motion set in the system', () => {
  it('no element or pseudo-element moves, whatever a style sheet says', () => {
    const rule = reduced(read('styles/base.css'));
    expect(rule).toMatch(/^ {2}\*,\n {2}\*::before,\n {2}\*::after \{/);
    for (const property of ['animation-duration: 0s', 'transition-duration: 0s'])
      expect(rule).toContain(`${property} !important;`);
    expect(rule).toContain('scroll-behavior: auto !important;');
  });

  it('no style sheet overrides that or moves an element beyond it', () => {
    expect(sheets.length).toBeGreaterThan(30);
    for (const name of sheets) {
      const css = name.endsWith('base.css') ? '' : read(name);
      expect([name, /(animation|transition|scroll-behavior)[^;]*!important/.test(css)]).toEqual([
        name,
        false,
      ]);
      expect([name, /::(view-transition|backdrop)/.test(css)]).toEqual([name, false]);
    }
  });

  it('no script moves anything on its own', () => {
    expect(scripts.length).toBeGreaterThan(100);
    for (const name of scripts)
      expect([name, /behavior: 'smooth'|\.animate\(|startViewTransition/.test(read(name))]).toEqual(
        [name, false],
      );
  });
});
