import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { HostEntryView, HostView } from '../../../shared/model/hosts.ts';
import { aServer } from '../../store/testing/fixtures.ts';
import { drawn } from '../../store/testing/drawn.tsx';
import { RemoveServer } from './EditServer.tsx';

const host = (state: HostEntryView['state'], server: string): HostView => ({
  ...{ id: 'claude-code', name: 'Claude Code', path: '/home/ada/.claude.json', restart: '' },
  ...{ usual: [], status: 'ready', message: '' },
  entries: [{ label: 'acme', project: '', state, server } as HostEntryView],
});
const opened = (...hosts: HostView[]): string => {
  drawn(<RemoveServer server="acme" />, {
    servers: new Map([['acme', aServer('acme')]]),
    hosts: { found: { hosts } as never, error: null },
  });
  return screen.getByRole('alertdialog').textContent ?? '';
};

it('names an app that reaches the server through Skillgate, and what to do first', () => {
  const text = opened(host('through', 'acme'));
  expect(text).toContain('Claude Code gets it through Skillgate and would lose it.');
  expect(text).toContain('turn it off under Protected apps');
});

it('names no app that reaches another one, or this one directly', () => {
  expect(opened(host('through', 'other'), host('direct', 'acme'))).not.toContain('Claude Code');
});
