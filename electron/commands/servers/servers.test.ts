import { expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { ServedHere } from '../../engine/testing/served.ts';
import { stage } from '../../engine/testing/stage.ts';
import { CommandError } from '../call/command.ts';
import { logout } from './login.ts';
import { demandWhole } from './start-in.ts';
import { allow, remove } from './servers.ts';

const uri = 'skill://refunds/SKILL.md';
const refunds = { path: 'refunds', files: { 'SKILL.md': skillMd('refunds', 'About refunds') } };

it('removing a server keeps its decisions, as it says', async () => {
  const on = await stage({ servers: { acme: new ServedHere([refunds]) } });
  await on.up();
  await on.approve('acme', uri);
  const { human } = await remove(on.app, { words: ['acme'], server: undefined });
  expect(human).toEqual(['removed acme; its decisions are kept']);
  expect(on.app.approvals.all().map((record) => record.uri)).toEqual([uri]);
});

it('a command is allowed by its whole fingerprint, not by a part of it', async () => {
  const config = { type: 'stdio', command: 'npx', args: ['acme'], env: {} } as const;
  const on = await stage({
    ...{ servers: { acme: new ServedHere([refunds]) }, configs: { acme: config } },
    unasked: ['acme'],
  });
  const allowed = (fingerprint: string) =>
    allow(on.app, { words: ['acme'], server: undefined, fingerprint }, { person: null });
  const json = (await allow(
    on.app,
    { words: ['acme'], server: undefined, fingerprint: undefined },
    { person: null },
  ).then((output) => output.json)) as { readonly fingerprint: string };
  on.consents.allowed.clear();
  for (const part of ['', json.fingerprint.slice(0, -1)])
    await expect(allowed(part)).rejects.toThrow(CommandError);
  expect(on.consents.allowed.size).toBe(0);
  await allowed(json.fingerprint);
  expect(on.consents.allowed.get('acme')).toBe(json.fingerprint);
});

it.each([
  ['revoked', 0],
  ['not-offered', 0],
  ['failed', 1],
] as const)('a sign-out whose tokens are %s exits with %i', async (value, exit) => {
  const { app } = await stage({ servers: { acme: new ServedHere([refunds]) } });
  const signIns = { ...app.signIns, signOut: async () => ({ ok: true, value }) as const };
  const output = await logout({ ...app, signIns }, { words: ['acme'], server: undefined });
  expect(output).toMatchObject({ json: { label: 'acme', outcome: value }, exit });
});

it('an address given as a command is refused, with the way to give it', async () => {
  const { app } = await stage({});
  const demand =
    (command: string, ...args: string[]) =>
    () =>
      demandWhole(app, { type: 'stdio', command, args, env: {} });
  for (const command of ['localhost:9999', 'example.com/mcp'])
    expect(demand(command)).toThrow(
      'This looks like an address. Write it with http:// or https://. Give an address with --url.',
    );
  expect(demand('ftp://a.example/mcp')).toThrow('Only http:// and https:// work, not ftp://.');
  expect(demand('http://a.example/mcp')).toThrow('This is an address, not a program.');
  for (const command of ['npx', '/opt/a.example/server']) expect(demand(command)).not.toThrow();
});
