import { describe, expect, it } from 'vitest';
import type { HostEntryView, HostView } from '../../shared/model/hosts.ts';
import { countProtected } from './own-rules.ts';

const entry = (change: Partial<HostEntryView> = {}): HostEntryView => ({
  ...{ key: 'k', label: 'acme', project: '', state: 'through', target: null, server: null },
  shownAs: null,
  ...{ problem: null, repairable: false, undoable: true },
  ...change,
});
const app = (id: HostView['id'], entries: readonly HostEntryView[], path = 'a'): HostView => ({
  ...{ id, name: id, path, restart: '', usual: [], status: 'ready', message: '' },
  entries: [...entries],
});
const direct = entry({ state: 'direct' });

describe('the count of protected apps', () => {
  it('takes an app as protected if every server of all its files goes through Skillgate', () => {
    const cursor = [app('cursor', [entry()]), app('cursor', [direct], 'b')];
    expect(countProtected([app('vscode', [entry(), entry()])])).toEqual({ whole: 1, all: 1 });
    expect(countProtected([app('vscode', [entry(), direct])])).toEqual({ whole: 0, all: 1 });
    expect(countProtected(cursor)).toEqual({ whole: 0, all: 1 });
    expect(countProtected(cursor.toReversed())).toEqual({ whole: 0, all: 1 });
  });

  it('never counts what may lead elsewhere or doesn’t work, nor a file that it can’t read', () => {
    const other = app('cursor', [entry({ state: 'other' })]);
    const broken = app('vscode', [entry({ problem: 'gone' })]);
    const unreadable: HostView = { ...app('windsurf', []), status: 'unreadable' };
    expect(countProtected([other, broken, unreadable])).toEqual({ whole: 0, all: 3 });
  });

  it('leaves out apps without servers: they have nothing to protect', () => {
    const absent: HostView = { ...app('cursor', []), status: 'absent' };
    expect(countProtected([absent, app('vscode', [])])).toEqual({ whole: 0, all: 0 });
  });
});
