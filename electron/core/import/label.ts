import type { ServerConfig } from '../server-config.ts';
import { isSeen, isSpace, replaceInvisible, suspects } from '../../../shared/invisible.ts';
import { parseUrl } from '../../../shared/url.ts';

const longest = 64;
const longestTyped = 80;
/** Unassigned and private characters: no font defines how they look. */
const undrawn = /[\p{C}\p{Zl}\p{Zp}]/gu;
/**
 * Anything beyond letters, digits and keyboard signs. The attacker wrote the configuration that a
 * person pastes: `✓ approved · acme` would read as the app's own words in every heading.
 */
const signs = /[^\p{L}\p{M}\p{N}\p{Zs}\x20-\x7e]/gu;

/**
 * A label fit to show: without invisible characters and signs, letters that pose as another
 * script's as `\u{XXXX}`, single spaces, at most 64 characters; may be empty.
 */
export function tidyLabel(label: string): string {
  const plain = label
    .replace(suspects, (char) => (isSpace(char.codePointAt(0) ?? 0) ? ' ' : ''))
    .replace(undrawn, '')
    .replace(signs, ' ');
  return start(replaceInvisible(start(plain), () => false));
}

const single = (text: string): string => text.replace(/\s+/g, ' ').trim();
const start = (text: string): string => [...single(text)].slice(0, longest).join('').trim();

/** True if characters of a label were removed or escaped, not if it was only shortened. */
export const isAltered = (label: string, tidy: string): boolean => !single(label).startsWith(tidy);

/**
 * Why a label that a person typed isn't allowed; null if it is. Any language and any visible sign
 * are fine.
 */
export function labelProblem(label: string): string | null {
  if (label === '') return 'Give the server a label.';
  if (label.length > longestTyped) return `A label has at most ${longestTyped} characters.`;
  const seen = label.replace(suspects, (char, at: number) =>
    isSeen(label, at, char.codePointAt(0) ?? 0) ? 'x' : char,
  );
  if (seen.search(suspects) !== -1 || seen.search(undrawn) !== -1)
    return 'A label can’t contain invisible characters.';
  const revealed = replaceInvisible(label, () => true);
  if (revealed !== label)
    return `A label can’t contain letters that look like those of another script: ${revealed}`;
  return label === '__proto__' ? 'This label can’t be used.' : null;
}

/** A label for a server without one: its host, or the package or program it runs. */
export function deriveLabel(config: ServerConfig): string {
  if (config.type !== 'stdio') {
    const host = parseUrl(config.url)?.hostname ?? '';
    return tidyLabel(host.replace(/^(?:www|mcp|api)\./, '')) || 'server';
  }
  const launcher =
    /^(?:npx|bunx|uvx|pnpm|yarn|bun|npm|node|deno|python3?|uv|docker|podman|pipx|cmd|sh|bash)$/;
  const program = lastSegment(config.command).replace(/\.(?:exe|cmd|bat|ps1)$/i, '');
  const named = launcher.test(program)
    ? config.args.findLast((arg) => !arg.startsWith('-') && /[a-z]/i.test(arg))
    : undefined;
  const name = lastSegment(named ?? program)
    .replace(/(?<=.)@[^@]*$/, '')
    .replace(/\.(?:m?[jt]s|cjs|py)$/, '');
  return tidyLabel(name) || 'server';
}

/** The label itself, or with the first free suffix of -2, -3, …. */
export function freeLabel(label: string, taken: { has(label: string): boolean }): string {
  if (!taken.has(label)) return label;
  let next = 2;
  while (taken.has(`${label}-${next}`)) next += 1;
  return `${label}-${next}`;
}

function lastSegment(path: string): string {
  return (
    path
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .at(-1) ?? ''
  );
}
