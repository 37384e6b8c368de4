import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../testing/until.ts';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import { eras, hostileScene, type HostileScene } from '../testing/hostile-scene.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const tools = ['echo', 'load_skill', 'acme_readSkillFile', 'create_skill'].map((name) => ({
  name,
  inputSchema: { type: 'object' },
}));
const given = { content: [{ type: 'text', text: 'what the tool gives' }] };
const rules = [
  { method: 'tools/list', results: [{ tools }] },
  { method: 'tools/call', results: [given] },
];
const namesOf = (result: unknown): string[] =>
  (result as { tools: { name: string }[] }).tools.map(({ name }) => name);

describe.each(eras)('skill tools of a $server server, for a $host app', (pair) => {
  let scene: HostileScene;
  let policy: string;
  const put = (more: object): void =>
    writeFileSync(policy, JSON.stringify({ format: 'skillgate/policy@1', ...more }));
  beforeAll(async () => {
    scene = await hostileScene(cli, pair, { rules }, [], (place) => {
      policy = place.path('policy.json');
      put({});
      return { SKILLGATE_POLICY: policy };
    });
  });
  afterAll(() => scene.close());
  afterEach(() => put({}));

  it('pass without a policy against them, and are reported once', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { result } = await scene.host.ask('tools/list');
      expect(namesOf(result)).toEqual(tools.map(({ name }) => name));
    }
    expect((await scene.host.ask('tools/call', { name: 'load_skill' })).result).toMatchObject(
      given,
    );
    const lines = scene.host.stderr().split('\n');
    const told = lines.filter((line) => line.includes('load_skill'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/unless a policy hides them .*: load_skill, acme_readSkillFile$/);
    const seen = () => scene.audit().filter(({ action }) => action === 'skill-tools-seen');
    await until('the line', () => seen().length > 0);
    expect(seen()).toHaveLength(1);
    expect(seen()[0]).toMatchObject({ server: 'acme', via: 'gateway' });
  });

  it("can't be listed or called if a policy hides them, and others can", async () => {
    put({ hideSkillTools: true });
    await until('the policy', async () => {
      const { result } = await scene.host.ask('tools/list');
      return !namesOf(result).includes('load_skill');
    });
    const { result } = await scene.host.ask('tools/list');
    expect(namesOf(result)).toEqual(['echo', 'create_skill']);
    scene.got();
    const hidden = ['load_skill', 'acme_readSkillFile', 'LOAD_SKILL', ' load_skill ', 'useSkill'];
    for (const name of hidden) {
      const { error } = await scene.host.ask('tools/call', { name });
      expect(error).toEqual({ code: -32_602, message: `Unknown tool: ${name}` });
    }
    for (const params of [{}, { name: ['load_skill'] }, { name: null }])
      expect((await scene.host.ask('tools/call', params)).error?.code).toBe(-32_602);
    expect(scene.got()).toEqual([]);
    expect((await scene.host.ask('tools/call', { name: 'echo' })).result).toMatchObject(given);
    await until('the line', () =>
      scene.audit().some(({ detail }) => String(detail).includes('called load_skill')),
    );
    expect(scene.host.stderr()).toContain('and the policy hides them: load_skill');
  });

  it("are hidden while the policy can't be read", async () => {
    writeFileSync(policy, '{');
    await until('the policy', async () => {
      const { result } = await scene.host.ask('tools/list');
      return !namesOf(result).includes('load_skill');
    });
    expect((await scene.host.ask('tools/call', { name: 'load_skill' })).error?.code).toBe(-32_602);
  });
});
