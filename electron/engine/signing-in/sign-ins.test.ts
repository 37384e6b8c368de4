import { expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { createSignIns } from './sign-ins.ts';

const resource = 'https://acme.example/mcp';

it.each(['revoked', 'not-offered', 'failed'] as const)(
  'signing out ends the connection that the tokens opened, whatever becomes of them: %s',
  async (outcome) => {
    const refunds = { path: 'refunds', files: { 'SKILL.md': skillMd('refunds', 'About refunds') } };
    const { app, server, up } = await stage({ servers: { acme: new ServedHere([refunds]) } });
    await up();
    const tokens = { access_token: 'a' };
    const kept = { resource, issuer: 'https://login.example', client: {}, expiresAt: null };
    await app.credentials.put({ ...kept, tokens });
    const signIn = { revoke: async () => outcome, begin: () => Promise.reject(new Error('none')) };
    expect(app.links.isOpen(server('acme'))).toBe(true);
    const signIns = createSignIns({ ...app, signIn });
    expect(await signIns.signOut(server('acme'))).toEqual({ ok: true, value: outcome });
    expect(app.links.isOpen(server('acme'))).toBe(false);
    expect(await app.credentials.grants(resource)).toEqual({ ok: true, value: [] });
  },
);
