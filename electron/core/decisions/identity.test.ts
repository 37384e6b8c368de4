import { describe, expect, it } from 'vitest';
import { fuzzed } from '../../../shared/host/testing/fuzz.ts';
import { identityOf as identityOfEntry } from '../../../shared/host/index.ts';
import { parseServerEntry } from '../import/server-entry.ts';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';
import { identityKey, identityOf, identityPin, sameIdentity } from './identity.ts';

// Which address and which command have which identity: `shared/host/vectors.json`.
const base = { type: 'stdio', command: 'node', args: ['server.js', '--token', 's3cret'] };

describe('the identity of a configured server', () => {
  it('holds nothing of a command but the hash of its canonical JSON', () => {
    expect(identityOf(base)).toEqual({
      kind: 'stdio',
      fingerprint: sha256(canonicalJson({ command: base.command, args: base.args, cwd: null })),
    });
  });

  it('holds nothing of a query but its hash', () => {
    expect(identityOf({ url: 'https://h.example/x?key=s3cret#f' })).toEqual({
      kind: 'http',
      url: 'https://h.example/x',
      query: sha256('key=s3cret'),
    });
  });

  it('is that of the text that is written, before any variable is filled in', () => {
    const written = identityOf({ ...base, args: ['${TOKEN}'] });
    expect(written).not.toEqual(identityOf({ ...base, args: ['s3cret'] }));
    const rotated = { ...base, args: ['${TOKEN}'], env: { TOKEN: 'x' } };
    expect(identityOf(rotated)).toEqual(written);
  });

  it('is one text for a command line: the fingerprint of a command, the hash of an address', () => {
    const [command, address] = [identityOf(base)!, identityOf({ url: 'https://h.example/x?k=1' })!];
    expect(identityPin(command)).toBe(command.kind === 'stdio' && command.fingerprint);
    expect(identityPin(address)).toBe(sha256(identityKey(address)));
    expect(identityPin(address)).not.toBe(identityPin(identityOf({ url: 'https://h.example/x' })!));
  });

  it('is one only with itself', () => {
    const [one, two] = [identityOf({ url: 'https://h/' }), identityOf({ url: 'https://h/?' })];
    expect(sameIdentity(one!, identityOf({ type: 'sse', url: 'HTTPS://H:443/' })!)).toBe(true);
    expect(sameIdentity(one!, two!)).toBe(false);
  });

  it('is that which a host takes from the same entry, whatever shape it is written in', () => {
    let both = 0;
    for (const question of fuzzed(6_000, 7)) {
      if (question.ask !== 'identity') continue;
      const entry = parseServerEntry(question.config);
      const theirs = identityOfEntry(question.config as object);
      const mine = entry.ok ? identityOf(entry.value) : null;
      // White space around an address is taken off here, and a host cannot tell of it.
      if (mine === null || theirs === null) continue;
      both += 1;
      expect(mine, JSON.stringify(question.config)).toEqual(theirs);
    }
    expect(both).toBeGreaterThan(300);
  });
});
