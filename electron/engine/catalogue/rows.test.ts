import { expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import type { AppEvent } from '../../../shared/contract.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { rows } from './rows.ts';

it('many rows are told in several events, so that no window waits for one that is huge', async () => {
  const { app, skill, up } = await stage({
    servers: { acme: new ServedHere([{ path: 'a', files: { 'SKILL.md': skillMd('a', 'A') } }]) },
  });
  await up('acme');
  const after = skill('acme', 'skill://a/SKILL.md');
  const told: AppEvent[] = [];
  const { skills } = rows({ ...app, publish: (event) => told.push(event), observed: () => true });
  skills?.(Array.from({ length: 1_201 }, () => ({ before: after, after })));
  expect(told.map((event) => (event.type === 'skills-put' ? event.skills.length : 0))).toEqual([
    500, 500, 201,
  ]);
});
