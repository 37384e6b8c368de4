import type { ShellCommand } from '../reading/commands.ts';

/** The packages that a command installs or downloads to run; none if a file lists them. */
export function namedPackages({ name, args }: ShellCommand): readonly string[] {
  const words = args.map(({ text }) => text);
  const plain = words.filter((word) => !word.startsWith('-'));
  const [verb = '', ...rest] = plain;
  if (words.some((word) => /^(?:-r|--requirement|-e|--editable|-c)$/.test(word))) return [];
  if (/^(?:npx|bunx|pnpx|uvx)$/.test(name)) return plain.slice(0, 1);
  if (/^(?:pip3?|pipx|gem|cargo|brew|go)$/.test(name)) return verb === 'install' ? rest : [];
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name)) return /^(?:install|i|add)$/.test(verb) ? rest : [];
  return name === 'uv' && (verb === 'add' || (verb === 'pip' && rest[0] === 'install'))
    ? rest.filter((word) => word !== 'install')
    : [];
}
