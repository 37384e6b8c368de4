import { at } from '../knowledge/places.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule } from '../rule.ts';

/** S01. */
export const unpinnedInstall = rule({
  id: 'S01',
  family: 'dependencies',
  severity: 'low',
  title: 'Installs the newest version',
  why:
    'A package that was fine when you decided may be a different program tomorrow, under the ' +
    'same name.',
  confusedWith: 'Nearly all instructions leave out the version.',
  *look({ commands }) {
    for (const command of commands) if (namedPackages(command).some(isUnpinned)) yield at(command);
  },
});

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

/** A name without a version. Files, addresses and variables have their own rules. */
const isUnpinned = (word: string): boolean =>
  /^@?[a-z][\w./-]*(?:\[[\w,]+\])?(?:@latest)?$/i.test(word) &&
  !/^\.|\/.*\/.*\/|\.(?:whl|tgz|gz)$/.test(word);
