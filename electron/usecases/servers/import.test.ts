import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { stage, type StageOptions } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';
import {
  applyImport,
  createPendingImports,
  findImports,
  freeLabel,
  previewPasted,
} from './import.ts';

const settle = () => new Promise((done) => setTimeout(done, 10));
const pasted = (servers: object): string => JSON.stringify({ mcpServers: servers });
const address = (host: string) => ({ type: 'http', url: `https://${host}.example/mcp` });

async function open(more: StageOptions = {}) {
  const scene = await stage({ servers: { acme: new ServedHere(1) }, ...more });
  const pending = createPendingImports();
  const { app } = scene;
  return {
    ...scene,
    pending,
    preview: (text: string) => previewPasted(app, pending, text),
    apply: (id: string, ...labels: string[]) => applyImport(app, pending, id, labels),
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

  it('shows Skillgate in front of one of its servers as that server', async () => {
    const { preview, pending } = await open();
    const gateway = (server: string) => ({
      command: 'skillgate',
      args: ['gateway', '--server', server],
    });
    const shown = await preview(pasted({ through: gateway('acme'), lost: gateway('nobody') }));
    expect(shown.candidates).toMatchObject([
      { label: 'through', duplicateOf: 'acme', throughSkillgate: true },
    ]);
    expect(shown.problems).toEqual([
      {
        where: 'lost',
        message: 'It starts Skillgate in front of nobody, which is not among its servers.',
      },
    ]);
    expect(pending.held.size).toBe(0);
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
        message: 'This preview is no longer held; paste or look again.',
      }),
    );
  });
});

describe('what other programs have configured', () => {
  it('is shown per file, as far as there is any', async () => {
    const { app, pending } = await open({
      imports: [
        { source: 'One', path: '/one.json', text: pasted({ new: address('new') }) },
        { source: 'Bad', path: '/bad.json', text: '{' },
        { source: 'Empty', path: '/empty.json', text: pasted({}) },
      ],
    });
    const found = await findImports(app, pending);
    expect(found.map(({ source, path }) => [source, path])).toContainEqual(['One', '/one.json']);
    expect(found.find(({ source }) => source === 'One')?.candidates).toHaveLength(1);
    expect(found.find(({ source }) => source === 'Bad')?.problems).toHaveLength(1);
  });
});

describe('adding what was picked', () => {
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
      err({ code: 'store', message: 'new: /data/servers.json cannot be written.' }),
    );
    servers.state.broken = false;
    expect(pending.held.has(importId)).toBe(true);
    await servers.store.add('new', { type: 'http', url: 'https://x.example', headers: {} });
    expect(await apply(importId, 'new')).toEqual(
      err({ code: 'conflict', message: 'new: this label is taken.' }),
    );
  });
});

it('a label is free as it is, or with the first number that is', () => {
  expect(freeLabel('a', new Set(['b']))).toBe('a');
  expect(freeLabel('a', new Set(['a']))).toBe('a-2');
  expect(freeLabel('a', new Set(['a', 'a-2', 'a-3']))).toBe('a-4');
});
