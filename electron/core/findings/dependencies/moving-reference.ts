import { pattern } from '../pattern.ts';
import { at } from '../knowledge/places.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule, type RuleHit } from '../rule.ts';

const moving = String.raw`(?:main|master|head|develop|dev|trunk|latest|edge|nightly)`;
const action = pattern(
  ['uses:'],
  String.raw`^[ \t]*(?:-[ \t]+)?uses:[ \t]*["']?[\w.-]+/[\w./-]+@${moving}\b`,
);
const image = pattern(
  ['image:'],
  String.raw`^[ \t]*(?:-[ \t]+)?image:[ \t]*["']?[\w./:-]*[\w-](?::latest)["']?[ \t]*$`,
);
const base = pattern(
  ['from '],
  String.raw`^FROM[ \t]+(?:--platform=\S+[ \t]+)?([\w./-]+(?::[\w.-]+)?)(?:[ \t]+AS[ \t]+[\w.-]+)?[ \t]*$`,
);
const branch = pattern(['branch'], String.raw`^[ \t]*branch[ \t]*=[ \t]*\S+`);

/** S05. */
export const movingReference = rule({
  id: 'S05',
  family: 'dependencies',
  severity: 'low',
  title: 'Unpinned reference',
  why:
    'An action, image or submodule named by a branch, or by `latest`, changes whenever ' +
    'someone moves that name.',
  confusedWith: 'Nearly all examples leave out the version.',
  *look(document): Iterable<RuleHit> {
    const { path, text, kind, commands } = document;
    if (kind.kind === 'binary') return;
    const found: RuleHit[] = [...action.all(text), ...image.all(text)].map((match) => at(match));
    if (kind.kind === 'text' && kind.format === 'dockerfile') {
      const stages = new Set<string>();
      for (const match of base.all(text)) {
        const name = match.groups[0] ?? '';
        if (isMoving(name) && !stages.has(name) && name !== 'scratch') found.push(at(match));
        const stage = /\bAS[ \t]+([\w.-]+)[ \t]*$/i.exec(match.text)?.[1];
        if (stage !== undefined) stages.add(stage);
      }
    }
    if (path.endsWith('.gitmodules'))
      found.push(...[...branch.all(text)].map((match) => at(match)));
    for (const command of commands) if (runsMoving(command)) found.push(at(command));
    yield* found.sort((a, b) => a.start - b.start);
  },
});

/** An image without a tag, or with one that moves. */
const isMoving = (name: string): boolean =>
  !name.includes('@') && (!/:[\w.-]+$/.test(name) || name.endsWith(':latest'));

const takesValue =
  /^(?:-[vpewuhl]|--(?:name|volume|publish|env|env-file|workdir|user|network|entrypoint|mount|platform|label|hostname|memory|cpus|restart|gpus))$/;

function runsMoving({ name, args }: ShellCommand): boolean {
  if (!/^(?:docker|podman|nerdctl)$/.test(name)) return false;
  const words = args.map(({ text }) => text);
  const verb = words.findIndex((word) => !word.startsWith('-'));
  if (!/^(?:run|pull|create)$/.test(words[verb] ?? '')) return false;
  for (let index = verb + 1; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (takesValue.test(word)) index += 1;
    else if (!word.startsWith('-'))
      return args[index]?.dynamic === false && /^[\w./:-]+$/.test(word) && isMoving(word);
  }
  return false;
}
