import type { ServerConfig } from '../server-config.ts';
import { parseUrl } from '../../../shared/url.ts';

const longest = 64;
/**
 * Controls, direction marks, zero-width and line-separating characters: a label must read as what
 * it is.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/**
 * A label fit to show: invisible characters out, white space single, at most 64 characters; may be
 * empty.
 */
export function tidyLabel(label: string): string {
  return [...label.replace(invisible, '').replace(/\s+/g, ' ').trim()]
    .slice(0, longest)
    .join('')
    .trim();
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
