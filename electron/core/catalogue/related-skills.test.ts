import { describe, expect, it } from 'vitest';
import { noFacts } from '../findings/fact-lists.ts';
import type { SkillTrace } from '../findings/traces.ts';
import type { InspectedFile } from '../skill-state/file-inspection.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { namedElsewhere } from './related-skills.ts';

const entry = { uri: 'skill://acme/billing/refunds/SKILL.md' } as SkillEntry;
const inspected = (traces: readonly SkillTrace[]): InspectedFile => ({
  digest: '',
  findings: [],
  notInspected: [],
  marks: new Map(),
  ruleset: '1',
  at: 0,
  traces,
  facts: noFacts,
});
const named = (...traces: readonly [kind: SkillTrace['kind'], text: string][]): string[] => [
  ...namedElsewhere(
    {
      inspected: new Map([
        [entry.uri, inspected(traces.map(([kind, text]) => ({ kind, text }) as SkillTrace))],
      ]),
    },
    entry,
  ),
];

describe('a text of a skill', () => {
  it.each<[SkillTrace['kind'], string, string]>([
    ['skill', 'skill://acme/invoices/SKILL.md', 'skill://acme/invoices/SKILL.md'],
    ['link', '../invoices/SKILL.md', 'skill://acme/billing/invoices/SKILL.md'],
    ['link', './../../hr/leave/SKILL.md', 'skill://acme/hr/leave/SKILL.md'],
  ])('names another skill by a %s: %s', (kind, text, uri) => {
    expect(named([kind, text])).toEqual([uri]);
  });

  it.each<[string, SkillTrace['kind'], string]>([
    ['a file of its own', 'link', 'nested/SKILL.md'],
    ['its own address', 'skill', 'skill://acme/billing/refunds/nested/SKILL.md'],
    ['another file', 'link', '../invoices/guide.md'],
    ['above everything', 'link', '../../../../../etc/SKILL.md'],
    ['a folder without a name', 'link', '../../../SKILL.md'],
    ['an encoded step up', 'link', '../%2e%2e/invoices/SKILL.md'],
    ['a script that it runs', 'run', '../invoices/SKILL.md'],
    ['what was made visible', 'skill', 'skill://a\\u{202E}b/SKILL.md'],
  ])('names none by %s', (_, kind, text) => {
    expect(named([kind, text])).toEqual([]);
  });
});
