import { describe, expect, it } from 'vitest';
import { ok } from '../../../shared/result.ts';
import type { ServerTrial, TrialRunner } from '../ports/servers.ts';
import type { HostView } from '../../../shared/model/hosts.ts';
import { trialText, tryEntries } from './trial.ts';

const entry = {
  ...{ key: '["mcpServers","acme"]', label: 'acme', project: '', undoable: true },
  ...{ state: 'through' as const, target: null, server: 'acme', problem: null },
};
const hostWith = (more: object = {}): HostView =>
  ({
    ...{ id: 'cursor', name: 'Cursor', path: '/c', status: 'ready', message: '' },
    entries: [{ ...entry, ...more }],
  }) as HostView;
const config = { type: 'stdio' as const, command: 'npx', args: ['acme'], env: {} };
const ready = (...tools: string[]): ServerTrial => ({
  ...{ outcome: 'ready', tools, prompts: [], skills: null },
});
const failed = (reason: string): ServerTrial => ({ outcome: 'failed', reason });

/** What's different when the gateway and the server give these; `started` is every command. */
async function tried(
  through: ServerTrial,
  direct: ServerTrial,
  more: { readonly view?: HostView; readonly allowed?: boolean; readonly hides?: boolean } = {},
) {
  const started: string[] = [];
  const trial: TrialRunner = async (_, one) => {
    const command = one.type === 'stdio' ? [one.command, ...one.args].join(' ') : one.url;
    started.push(command);
    return command.startsWith('/bin/skillgate') ? through : direct;
  };
  const trials = await tryEntries(
    {
      trial,
      launcher: ok({
        ...{ command: '/bin/skillgate', args: [], env: {} },
        installation: { command: '/bin/skillgate', args: [], env: {} },
        install: async () => ok(undefined),
      }),
      hostFiles: { canStart: async () => true },
      catalogue: {
        servers: new Map([['acme', { label: 'acme', configured: { config: ok(config) } }]]),
      },
      consents: { state: async () => (more.allowed === false ? 'new' : 'allowed') },
      options: { allowedByList: new Set() },
      policy: {
        current: { status: 'active', policy: { hideSkillTools: more.hides === true } },
      },
    } as never,
    [more.view ?? hostWith()],
    () => {},
  );
  return { started, trials, differences: trials.flatMap((trial) => trial.differences) };
}

describe('a protected entry that is tried', () => {
  it('starts as its app starts it, and directly, one after the other', async () => {
    const { started, differences } = await tried(ready('a'), ready('a'));
    expect(started).toEqual(['/bin/skillgate gateway --server acme', 'npx acme']);
    expect(differences).toEqual([]);
  });

  it.each([
    [
      failed('no token'),
      ready(),
      /^Through Skillgate it doesn’t work, and directly it does: no token/,
    ],
    [failed('x'), failed('no token'), /^It doesn’t work, with or without Skillgate: no token/],
    [ready(), failed('no token'), /^Directly it doesn’t work, and through Skillgate it does/],
    [
      ready('a'),
      ready('a', 'b', 'c\u001b'),
      /^Through Skillgate it lacks tools: b, c\\u\{001B\}\.$/,
    ],
  ])('says what differs', async (through, direct, expected) => {
    const { differences } = await tried(through, direct);
    expect(differences).toEqual([expect.stringMatching(expected)]);
  });

  it('may lack tools that the policy hides', async () => {
    expect((await tried(ready(), ready('load_skill'), { hides: true })).differences).toEqual([]);
  });

  it('starts nothing directly that nobody allowed', async () => {
    const { started, trials } = await tried(failed('not allowed'), ready(), { allowed: false });
    expect(started).toEqual(['/bin/skillgate gateway --server acme']);
    expect(trials).toMatchObject([{ direct: null, differences: ['It doesn’t work: not allowed'] }]);
  });

  it.each([{ problem: 'The entry also has --x.' }, { state: 'other' }, { state: 'direct' }])(
    'doesn’t start an entry that isn’t as Skillgate wrote it: %j',
    async (more) => {
      expect((await tried(ready(), ready(), { view: hostWith(more) })).started).toEqual([]);
    },
  );
});

describe('what a trial says', () => {
  const says = (tools: readonly string[], given: number | null, all: number | null) =>
    trialText({
      through: { outcome: 'ready', tools, prompts: [], skills: given },
      direct: { outcome: 'ready', tools, prompts: [], skills: all },
      differences: [],
    });
  it.each([
    [says(['a'], null, null), 'works the same through Skillgate as directly (1 tool)'],
    [
      says([], 0, 3),
      'works the same through Skillgate as directly, and the app gets none of its 3 skills until you approve them',
    ],
    [
      says([], 0, 1),
      'works the same through Skillgate as directly, and the app doesn’t get its one skill until you approve it',
    ],
    [
      says(['a', 'b'], 1, 3),
      'works the same through Skillgate as directly (2 tools), and the app gets 1 of its 3 skills, which you approved',
    ],
    [says([], 0, 0), 'works the same through Skillgate as directly'],
  ])('names the skills that the app gets: %s', (said, expected) => expect(said).toBe(expected));
});
