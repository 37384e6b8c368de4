import type { ServerConfig } from '../server-config.ts';
import { isSeen, isSpace, replaceInvisible, suspects } from '../../../shared/invisible.ts';
import { parseUrl } from '../../../shared/url.ts';

const longest = 64;
const longestTyped = 80;
/** What is assigned to nothing, or privately: no font says what it looks like. */
const undrawn = /[\p{C}\p{Zl}\p{Zp}]/gu;
/**
 * Beyond letters, digits and the signs of a keyboard. The attacker is who wrote the configuration
 * that a person pastes: `✓ approved · acme` would read as a word of the app in every heading.
 */
const signs = /[^\p{L}\p{M}\p{N}\p{Zs}\x20-\x7e]/gu;

/**
 * A label fit to show: invisible characters and signs out, letters that pose as those of another
 * script as `\u{XXXX}`, white space single, at most 64 characters; may be empty.
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

/** True when a label had something taken out or written out, not when it was only shortened. */
export const isAltered = (label: string, tidy: string): boolean => !single(label).startsWith(tidy);

/**
 * Why a label that a person typed cannot be one; null when it can. Any language will do, and any
 * sign that is seen.
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

/** A label for a server that came without one: the host, or the package or program it runs. */
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

/** The label itself, or with the first of -2, -3 … that is not taken. */
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
