import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHostFiles } from '../../storage/hosts/host-files.ts';
import { openRuleStore } from '../../storage/hosts/rule-store.ts';
import { temporaryFolder } from '../../storage/testing/forge.ts';
import type { RuleStore } from '../ports/hosts.ts';
import { ServedHere } from '../testing/served.ts';
import { addressOf, stage } from '../testing/stage.ts';
import { applyRules, planRules } from './rules.ts';
import { Killed } from './testing/stage.ts';

const own = '{\n  "permissions": {\n    "allow": ["Bash(ls)"]\n  }\n}\n';

/** An application with one approved skill, and Claude Code's files beside it. */
async function approved() {
  const home = await temporaryFolder();
  mkdirSync(join(home, '.claude'));
  const path = join(home, '.claude', 'settings.json');
  writeFileSync(path, own);
  const { headers: _, ...acme } = addressOf('acme') as { readonly headers: object };
  writeFileSync(join(home, '.claude.json'), JSON.stringify({ mcpServers: { acme } }));
  const place = { platform: 'linux' as const, home, env: {} };
  const hostFiles = openHostFiles(place, home);
  let left = Infinity;
  const step = (): void => {
    if (left === 0) throw new Killed();
    left -= 1;
  };
  const open: RuleStore = openRuleStore(place, home, 'servers', hostFiles, async () =>
    app.servers.list(),
  );
  const ruleStore: { -readonly [Name in keyof RuleStore]: RuleStore[Name] } = {
    ...open,
    async write(...given) {
      step();
      return open.write(...given);
    },
    exclusively: (work) =>
      open.exclusively((records, keep) =>
        work(records, async (fresh) => {
          step();
          return keep(fresh);
        }),
      ),
  };
  const served = new ServedHere(2);
  const on = await stage({ servers: { acme: served }, hostFiles, ruleStore });
  const { app } = on;
  await on.up();
  const uris = [...on.server('acme').skills.keys()];
  for (const uri of uris) expect(await on.approve('acme', uri)).toBe('done');
  const parts = { ...app, ruleStore };
  return {
    ...{ on, app, served, uris },
    text: () => readFileSync(path, 'utf8'),
    rules: () => [...readFileSync(path, 'utf8').matchAll(/"Skill\(acme:[^"]*"/g)].length,
    manage: (reason: string) => void (ruleStore.managed = async () => reason),
    killAfter: (steps: number) => void (left = steps),
    async turn(to: 'on' | 'off') {
      const plan = await planRules(parts, 'claude-code', to);
      if (!plan.ok) throw new Error(plan.error.message);
      const done = await applyRules(parts, plan.value);
      if (!done.ok) throw new Error(done.error.message);
    },
  };
}

it('a skill that is listed differently loses its rule at once, and gets it with a new approval', async () => {
  const { on, app, served, uris, text, rules, turn } = await approved();
  await turn('on');
  expect(rules()).toBe(2);
  const before = text();
  const [first, ...others] = served.scenario.skills;
  if (first === undefined) throw new Error('no skill');
  served.serve([{ ...first, files: { ...first.files, 'more.md': 'More' } }, ...others]);
  await on.up();
  await app.hostRules.settled();
  await expect.poll(rules).toBe(1);
  expect(await on.approve('acme', uris[0] ?? '')).toBe('done');
  await app.hostRules.settled();
  expect(rules()).toBe(2);
  expect(text()).not.toBe(before);
  await turn('off');
  expect(text()).toBe(own);
});

it('an approval that expires while Skillgate runs loses its rule', async () => {
  const { on, app, rules, turn, uris } = await approved();
  await turn('on');
  const stop = app.follow();
  const expiresAt = new Date(on.clock.now() + 60_000).toISOString();
  await on.decide('approve', [on.item('acme', uris[0] ?? '')], { expiresAt });
  await app.hostRules.settled();
  expect(rules()).toBe(2);
  on.clock.move(120_000);
  await app.hostRules.settled();
  expect(rules()).toBe(1);
  stop();
});

it('wherever the process ends, doing it again goes on and undoing leaves the file as it was', async () => {
  for (let steps = 0; ; steps += 1) {
    const { app, killAfter, text, rules, turn, on, uris } = await approved();
    killAfter(steps);
    const killed = await turn('on').then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return true;
      },
    );
    killAfter(Infinity);
    if (killed && steps % 2 === 0) await turn('on');
    else {
      await on.decide('deny', [on.item('acme', uris[0] ?? '')]);
      await app.hostRules.settled();
    }
    if (rules() > 0) expect(rules()).toBe(2);
    await turn('off').catch((error: Error) => expect(error.message).toMatch(/keeps no rules/));
    expect(text(), `after ${steps} steps`).toBe(own);
    if (!killed) break;
  }
});

it('an administrator who turns a person’s rules off keeps them from being turned on, not from being removed', async () => {
  const { turn, manage, text } = await approved();
  await turn('on');
  const written = text();
  manage('ignored, because of /etc/x');
  await expect(turn('on')).rejects.toThrow('ignored, because of /etc/x.');
  expect(text()).toBe(written);
  await turn('off');
  expect(text()).toBe(own);
});
