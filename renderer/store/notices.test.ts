import { describe, expect, it } from 'vitest';
import { createAppStore } from './app-store.ts';
import { fakeApi } from './testing/fake-api.ts';
import { aServer, aSkill, aSnapshot } from './testing/fixtures.ts';

const at = '2026-11-12T12:00:00.000Z';
const approved = { kind: 'approved', at, expiresAt: null } as const;
const deploy = aSkill('acme', 'deploy');
const after = { ...deploy, standing: approved, record: 'r1' };
const done = { server: 'acme', uri: deploy.uri, name: 'deploy', record: 'r1', undo: 'u1' };

/** A window that approved `deploy`, and what the main side says then, one after the other. */
async function open(action: 'approve' | 'revoke', ...rows: readonly (typeof deploy)[]) {
  const main = fakeApi({}, aSnapshot({ servers: [aServer('acme')], skills: [deploy] }));
  const app = createAppStore(main.api, (run) => run());
  await app.load();
  app.actions.decided(action, [done]);
  for (const row of rows)
    main.send({ type: 'skills-put', reset: false, refused: [], server: 'acme', skills: [row] });
  return app.store.getState().toasts.map(({ text }) => text);
}

describe('the notice of a decision', () => {
  it('stays while the decision is being saved and while it applies', async () => {
    expect(await open('approve')).toEqual(['Approved deploy.']);
    expect(await open('approve', { ...deploy, name: 'deploy now' })).toEqual(['Approved deploy.']);
    expect(await open('approve', after, { ...after, fileCount: 2 })).toEqual(['Approved deploy.']);
  });

  it('disappears once the server changes the skill', async () => {
    const changes = { added: [], removed: [], modified: ['x'] };
    const changed = { kind: 'changed', metadata: false, approvedAt: at, changes } as const;
    expect(await open('approve', after, { ...after, standing: changed })).toEqual([]);
  });

  it('stays when the skill is decided again, because it undoes that', async () => {
    const again = { ...after, record: 'r2' };
    expect(await open('approve', after, again)).toEqual(['Approved deploy.']);
    expect(await open('approve', after, again, after)).toEqual(['Approved deploy.']);
  });

  it('stays after a revocation, which no change makes untrue', async () => {
    expect(await open('revoke', after, deploy)).toEqual(['Revoked the decision on deploy.']);
  });
});
