import { describe, expect, it } from 'vitest';
import { neighbourWindows, pageCredentials } from './credentials.ts';

/** A window's address, history and session storage, and how a person goes to another fragment. */
function windowAt(hash: string, given: string | null = null) {
  const kept = new Map<string, string>();
  const places: string[] = [];
  let listener = (): void => {};
  const location = { hash };
  const page = {
    location,
    history: {
      replaceState: (_: unknown, __: string, url: string) => {
        places.push(url);
        location.hash = '';
      },
    },
    addEventListener: (_: string, run: () => void) => {
      listener = run;
    },
  } as unknown as Window;
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const credentials = pageCredentials(page, storage, {
    ask: async () => given,
    serve: () => {},
  });
  const goTo = (next: string): void => {
    location.hash = next;
    listener();
  };
  return { credentials, places, goTo };
}

describe('the credentials of a window', () => {
  it('start with the ticket in its address, which is removed at once', async () => {
    const { credentials, places } = windowAt('#ticket=abc');
    expect(places).toEqual(['/']);
    expect(await credentials.next()).toEqual({ ticket: 'abc' });
  });
  it('are the stored secret once it is connected', async () => {
    const { credentials } = windowAt('#ticket=abc');
    credentials.keep('one');
    credentials.keep('two');
    expect(await credentials.next()).toEqual({ secret: 'two' });
  });
  it('are another window’s ticket if it has none of its own or was refused', async () => {
    const { credentials } = windowAt('#ticket=abc', 'theirs');
    credentials.keep('one');
    credentials.refused('secret');
    expect(await credentials.next()).toEqual({ ticket: 'theirs' });
    const other = windowAt('#ticket=abc');
    other.credentials.refused('ticket');
    expect(await other.credentials.next()).toBeNull();
  });
  it('prefer a fresh ticket from the person over the secret', async () => {
    const { credentials, goTo } = windowAt('');
    let told = 0;
    credentials.onTicket(() => (told += 1));
    credentials.keep('old');
    goTo('#anything');
    goTo('#ticket=fresh');
    expect(told).toBe(1);
    expect(await credentials.next()).toEqual({ ticket: 'fresh' });
  });
});

describe('windows of one origin', () => {
  it('get tickets from each other: the connected one gives, the other takes', async () => {
    const [here, there] = [new BroadcastChannel('test'), new BroadcastChannel('test')];
    neighbourWindows(here).serve(async () => 'a ticket');
    expect(await neighbourWindows(there).ask()).toBe('a ticket');
    here.close();
    expect(await neighbourWindows(there).ask()).toBeNull();
    there.close();
  });
});
