import { legitimate, popular } from '../knowledge/popular-packages.ts';
import { at } from '../knowledge/places.ts';
import type { RuleDocument } from '../document.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule, type RuleHit } from '../rule.ts';
import { namedPackages } from '../knowledge/package-installs.ts';

type Registry = keyof typeof popular;

/** The most names compared in one file; no skill really has ten thousand. */
const mostNames = 2_000;

/** S04. */
export const nearMiss = rule({
  id: 'S04',
  family: 'dependencies',
  severity: 'medium',
  title: 'Installs a package with a name close to a well-known one',
  why:
    'Someone who registers a name one letter off waits for a typo, or writes it into ' +
    'instructions. The package then runs.',
  confusedWith: 'Packages that really have that name. A few known ones are ignored.',
  *look(document): Iterable<RuleHit> {
    let count = 0;
    for (const { name, registry, ...place } of namesIn(document)) {
      if ((count += 1) > mostNames) return;
      const meant = meantBy(name, registry);
      if (meant !== null) yield at(place, { decoded: { path: ['well-known name'], text: meant } });
    }
  },
});

interface Named {
  readonly name: string;
  readonly registry: Registry;
  readonly start: number;
  readonly end: number;
}

function* namesIn({ path, text, commands }: RuleDocument): Generator<Named> {
  for (const command of commands) {
    const registry = registryOf(command);
    if (registry === null) continue;
    const { start, end } = command;
    for (const word of namedPackages(command)) yield { name: bare(word), registry, start, end };
  }
  if (/(?:^|\/)requirements[\w.-]*\.(?:txt|in)$/i.test(path))
    for (const { 0: name, index } of text.matchAll(/^[A-Za-z][\w.-]{0,100}/gm))
      yield { name, registry: 'python', start: index, end: index + name.length };
  if (/(?:^|\/)package\.json$/.test(path))
    for (const { 1: name = '', index } of text.matchAll(
      /"((?:@[\w.-]{1,100}\/)?[\w.-]{1,100})"\s{0,20}:\s{0,20}"(?:[\^~<>=]|\d|\*|latest)/g,
    ))
      yield { name, registry: 'node', start: index, end: index + name.length + 2 };
}

function registryOf({ name }: ShellCommand): Registry | null {
  if (/^(?:pip3?|pipx|uv|uvx)$/.test(name)) return 'python';
  return /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx)$/.test(name) ? 'node' : null;
}

/** The name without version and extras. */
const bare = (word: string): string => word.replace(/(?<=.)@.*$|[[=<>~!;].*$/, '');

/** The well-known package whose name is one letter away; null for none. */
function meantBy(given: string, registry: Registry): string | null {
  const name =
    registry === 'python' ? given.toLowerCase().replaceAll(/[-_.]+/g, '-') : given.toLowerCase();
  const known = popular[registry];
  if (name.length < 5 || known.has(name) || legitimate.has(name)) return null;
  for (const other of known) if (other.length >= 5 && isNear(name, other)) return other;
  return null;
}

/** Whether one letter is added, missing or different, or two are swapped. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const rest = (text: string, from: number): string => text.slice(from);
  return (
    rest(a, at + 1) === rest(b, at + 1) ||
    rest(a, at + 1) === rest(b, at) ||
    rest(a, at) === rest(b, at + 1) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2))
  );
}
