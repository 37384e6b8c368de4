import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalsStore, RecordChange } from '../../engine/ports/decisions.ts';
import { acme, at, openStore, put, temporaryFolder } from '../testing/forge.ts';
import { decisionsBySource } from './decisions-by-source.ts';
import { openFolderDecisions } from './folder-decisions.ts';
import { identityOfFolder } from './folder-session.ts';

const path = '/home/ada/.claude/skills';
const identity = identityOfFolder(path);
const server = { label: 'skills', display: 'skillgate folder', identity };
let folder: string;
let store: ApprovalsStore;

beforeEach(async () => {
  folder = await temporaryFolder();
  const generator = { name: 'skillgate', version: '0.0.0' };
  const folders = await openFolderDecisions({
    ...{ folder, now: () => at, actor: 'ada', generator, paths: [path] },
  });
  store = decisionsBySource(await openStore(folder), folders, (label) =>
    label === 'skills' ? path : undefined,
  );
});

const text = (file: string): string => readFileSync(join(folder, file), 'utf8');
const local = (name: string): RecordChange => put(name, { server });

describe('decisions about servers and folders', () => {
  it('are each in their own file, and found by who they’re about', async () => {
    expect((await store.commit([local('pdf'), put('refunds')])).ok).toBe(true);
    expect(text('approvals.json')).not.toContain(path);
    expect(JSON.parse(text('approvals.json'))).toMatchObject({ records: [{ name: 'refunds' }] });
    expect(JSON.parse(text('folder-decisions.json'))).toMatchObject({
      decisions: [{ folder: path, name: 'pdf' }],
    });
    const uri = (name: string): string => (local(name) as { record: { uri: string } }).record.uri;
    expect(store.find(identity, uri('pdf'))?.name).toBe('pdf');
    expect(store.find(acme, uri('pdf'))).toBeNull();
    expect(store.all().map(({ name }) => name)).toEqual(['refunds']);
    expect(store.folders?.all().map(({ name }) => name)).toEqual(['pdf']);
  });

  it('leave the other file alone', async () => {
    await store.commit([local('pdf')]);
    expect(existsSync(join(folder, 'approvals.json'))).toBe(false);
  });

  it('are written for servers although a folder’s can’t be, and the failure is told', async () => {
    writeFileSync(join(folder, 'folder-decisions.json'), 'damaged');
    const done = await store.commit([local('pdf'), put('refunds')]);
    expect(done).toMatchObject({ ok: false, error: { reason: 'unreadable' } });
    expect(JSON.parse(text('approvals.json'))).toMatchObject({ records: [{ name: 'refunds' }] });
    expect(text('folder-decisions.json')).toBe('damaged');
  });

  it('name the change of the batch that somebody else replaced', async () => {
    await store.commit([put('refunds')]);
    const done = await store.commit([local('pdf'), put('orders'), put('refunds', { id: 'late' })]);
    expect(done).toMatchObject({ ok: false, error: { reason: 'replaced', index: 2 } });
  });

  it('have an audit each', async () => {
    const line = { uri: 'skill://a/SKILL.md', setDigest: null, detail: '' } as const;
    await store.note([
      { ...line, action: 'expired', server: 'skills' },
      { ...line, action: 'expired', server: 'acme' },
    ]);
    expect(text('folder-audit.jsonl')).toContain(`"server":"${path}"`);
    expect(text('audit.jsonl')).toContain('"server":"acme"');
    expect(text('audit.jsonl')).not.toContain(path);
  });
});
