import { parseFrontmatter } from '../../frontmatter/frontmatter.ts';
import type { ProseBlock } from './blocks.ts';

/** One field of frontmatter with its place. */
export interface FrontmatterRange {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

/** The top-level fields of frontmatter; null if there is none or if it is refused elsewhere. */
export function fieldsOf(
  text: string,
  block: ProseBlock | undefined,
): ReadonlyMap<string, FrontmatterRange> | null {
  if (block?.kind !== 'frontmatter') return null;
  const parsed = parseFrontmatter(text);
  if (!parsed.ok) return null;
  const source = text.slice(block.start, block.end);
  const starts = Object.keys(parsed.value.frontmatter).map((name) => {
    const at = [`${name}:`, `"${name}":`, `'${name}':`, `${name} :`]
      .map((key) => source.indexOf(`\n${key}`))
      .find((index) => index !== -1);
    return { name, at: at === undefined ? 0 : at + 1 };
  });
  const ordered = starts.map(({ at }) => at).sort((a, b) => a - b);
  return new Map(
    starts.map(({ name, at }) => {
      const next = ordered.find((other) => other > at) ?? source.lastIndexOf('---');
      const end = block.start + at + source.slice(at, Math.max(at, next)).trimEnd().length;
      return [name, { value: parsed.value.frontmatter[name], start: block.start + at, end }];
    }),
  );
}
