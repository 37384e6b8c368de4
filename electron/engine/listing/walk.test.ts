import { expect, it } from 'vitest';
import { entryOf, uri } from '../../core/skill-state/held.fixture.ts';
import { stage } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';
import { hold, withdraw } from './declared.ts';

it('an entry keeps for how long it may be held, unless that is said anew', async () => {
  const { app, server, skill } = await stage({ servers: { acme: new ServedHere() } });
  const acme = server('acme');
  const ttl = (): number | null => skill('acme', uri).held.ttlMs;
  hold(app, acme, [entryOf()]);
  expect(ttl()).toBeNull();
  hold(app, acme, [entryOf()], 60_000);
  hold(app, acme, [entryOf()]);
  expect(ttl()).toBe(60_000);
  hold(app, acme, [entryOf()], null);
  expect(ttl()).toBeNull();
  withdraw(app, acme, [uri]);
  expect(acme.skills.size).toBe(0);
});
