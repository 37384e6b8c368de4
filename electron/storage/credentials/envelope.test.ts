import { describe, expect, it } from 'vitest';
import { keyFrom, keyText, newKey, parseEnvelope, seal, unseal } from './envelope.ts';

const key = newKey();
const sealed = (text = 'the secret'): Record<string, string> =>
  JSON.parse(seal(text, key)) as Record<string, string>;
function opened(fields: object, by = key): string | null {
  const envelope = parseEnvelope(JSON.stringify(fields));
  if (!envelope.ok) throw new Error(envelope.error);
  return unseal(envelope.value, by);
}

describe('a sealed text', () => {
  it('is opened by its key, and by no other', () => {
    expect(opened(sealed('grüße'))).toBe('grüße');
    expect(opened(sealed(''))).toBe('');
    expect(opened(sealed(), newKey())).toBeNull();
    // One that claims the other's name does not open it, either.
    expect(opened(sealed(), { ...newKey(), id: key.id })).toBeNull();
  });

  it('shows nothing of itself and nothing of its key', () => {
    const text = seal('the secret', key);
    expect(text).not.toContain('secret');
    expect(text).not.toContain(keyText(key));
    expect(Object.keys(sealed())).toEqual(['format', 'key', 'nonce', 'tag', 'data']);
  });

  it('never has the nonce of another one', () => {
    const nonces = Array.from({ length: 200 }, () => sealed()['nonce']);
    expect(new Set(nonces).size).toBe(200);
  });

  it.each(['nonce', 'tag', 'data'])('is not opened once a bit of its %s was turned', (name) => {
    const fields = sealed();
    const bytes = Buffer.from(fields[name] ?? '', 'base64url');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    expect(opened({ ...fields, [name]: bytes.toString('base64url') })).toBeNull();
  });

  it('is not opened under the name of another key', () => {
    const other = newKey().id;
    expect(opened({ ...sealed(), key: other }, { id: other, bytes: key.bytes })).toBeNull();
  });

  it('is said to be of a later version where it is', () => {
    const later = { ...sealed(), format: 'skillgate/credentials@2' };
    expect(parseEnvelope(JSON.stringify(later))).toEqual({ ok: false, error: 'newer' });
  });

  it.each([
    '',
    'null',
    '[]',
    '{"format":"skillgate/keys@1"}',
    JSON.stringify({ ...sealed(), key: '../x' }),
    JSON.stringify({ ...sealed(), nonce: 'AAAA' }),
    // A short tag is guessed in no time.
    JSON.stringify({ ...sealed(), tag: 'AAAA' }),
    JSON.stringify({ ...sealed(), data: 1 }),
    seal('x', key).slice(0, 40),
  ])('is damaged where it is not whole: %s', (text) => {
    expect(parseEnvelope(text)).toEqual({ ok: false, error: 'damaged' });
  });
});

describe('a key', () => {
  it('comes back from its text under the same name', () => {
    expect(keyFrom(keyText(key))).toEqual(key);
  });
  it.each(['', 'short', `${keyText(key)}x`, keyText(key).replace(/.$/, '!')])(
    'is none where its text is another: %j',
    (text) => expect(keyFrom(text)).toBeNull(),
  );
});
