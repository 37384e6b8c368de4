import { lookalikes } from '../../../../shared/lookalikes.ts';
import { toolsOf } from '../../requests.ts';
import { at } from '../knowledge/places.ts';
import type { RuleDocument } from '../document.ts';
import { rule, type RuleHit } from '../rule.ts';

const addresses = /\b[a-z][a-z+]{1,10}:\/\/[^\s"'`<>()[\]{}]{3,300}/giu;

/** H15. */
export const lookalikeNames = rule({
  id: 'H15',
  family: 'hidden',
  severity: 'high',
  title: 'Name that mixes in letters of another script',
  why:
    'A Cyrillic letter in a Latin name looks the same but makes a different name: a different ' +
    'host, tool or skill.',
  confusedWith: 'Names in other scripts and bilingual texts. Only names with mixed letters count.',
  *look(document): Iterable<RuleHit> {
    const found = [...fields(document), ...links(document), ...programs(document)];
    yield* found.sort((a, b) => a.start - b.start);
  },
});

const poses = (name: string): boolean => lookalikes(name).length > 0;

function* fields({ frontmatter }: RuleDocument): Generator<RuleHit> {
  const name = frontmatter?.get('name');
  if (typeof name?.value === 'string' && poses(name.value)) yield at(name);
  for (const [field, { value, start, end }] of frontmatter ?? [])
    if (poses(field) || toolsOf({ [field]: value }).some(poses)) yield at({ start, end });
}

function* links({ text }: RuleDocument): Generator<RuleHit> {
  for (const { 0: address, index } of text.matchAll(addresses)) {
    const host = /^[a-z+]+:\/\/([^/?#]+)/iu.exec(address)?.[1] ?? '';
    if (poses(host)) yield at({ start: index, end: index + address.length });
  }
}

function* programs({ commands, calls }: RuleDocument): Generator<RuleHit> {
  for (const command of commands)
    if (poses(command.name)) yield at({ start: command.start, end: command.end });
  for (const { callee, start, end } of calls) if (poses(callee)) yield at({ start, end });
}
