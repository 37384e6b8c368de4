import { describe, expect, it } from 'vitest';
import { sha256 } from '../digest.ts';
import { fileBytes } from './contents.ts';

const uri = 'skill://a/x.md';
const read = (...contents: unknown[]) => fileBytes({ contents }, uri);

describe('the content of a read', () => {
  it('is the UTF-8 bytes of text', () => {
    expect(read({ uri, mimeType: 'text/markdown', text: 'é☃' })).toEqual({
      ok: true,
      value: { bytes: Buffer.from('é☃'), text: 'é☃', mimeType: 'text/markdown' },
    });
    expect(read({ uri, text: '' })).toEqual({
      ok: true,
      value: { bytes: Buffer.alloc(0), text: '' },
    });
  });

  it('keeps a byte order mark and CRLF, which the digest covers', () => {
    const content = read({ uri, text: '\uFEFFa\r\n' });
    expect(content.ok && content.value.bytes.toString()).toBe(
      Buffer.from('\uFEFFa\r\n').toString(),
    );
  });

  it.each([
    ['', []],
    ['AA==', [0]],
    ['/+8=', [255, 239]],
    ['AAEC', [0, 1, 2]],
  ])('is the decoded bytes of the blob %j', (blob, bytes) => {
    expect(read({ uri, blob })).toEqual({ ok: true, value: { bytes: Buffer.from(bytes) } });
  });

  it.each<[string, unknown]>([
    ['no object', null],
    ['no contents', {}],
    ['contents that are no array', { contents: { uri, text: '' } }],
    ['no content', { contents: [] }],
    [
      'two contents for the URI',
      {
        contents: [
          { uri, text: 'a' },
          { uri, text: 'b' },
        ],
      },
    ],
    [
      'a second content for another URI',
      {
        contents: [
          { uri, text: 'a' },
          { uri: 'skill://a/y.md', text: 'b' },
        ],
      },
    ],
    ['a content that is no object', { contents: ['text'] }],
    ['a content without a URI', { contents: [{ text: 'a' }] }],
    ['another URI', { contents: [{ uri: 'skill://a/y.md', text: 'a' }] }],
    ['a twin of the URI', { contents: [{ uri: 'skill://a/X.md', text: 'a' }] }],
    ['the URI encoded otherwise', { contents: [{ uri: 'skill://a/%78.md', text: 'a' }] }],
    ['neither text nor blob', { contents: [{ uri }] }],
    ['both text and blob', { contents: [{ uri, text: 'a', blob: 'YQ==' }] }],
    ['text and a null blob', { contents: [{ uri, text: 'a', blob: null }] }],
    ['text that is no string', { contents: [{ uri, text: 7 }] }],
    ['a lone surrogate', { contents: [{ uri, text: 'a\ud800' }] }],
    ['base64 with white space', { contents: [{ uri, blob: 'AA ==' }] }],
    ['base64 with a line end', { contents: [{ uri, blob: 'AAEC\n' }] }],
    ['base64 without padding', { contents: [{ uri, blob: 'AA' }] }],
    ['base64 of the URL alphabet', { contents: [{ uri, blob: '_-8=' }] }],
    ['base64 with set unused bits', { contents: [{ uri, blob: 'AB==' }] }],
    ['base64 with padding inside', { contents: [{ uri, blob: 'AA==AA==' }] }],
    ['base64 with too much padding', { contents: [{ uri, blob: 'A===' }] }],
  ])('is refused: %s', (_, result) => {
    const content = fileBytes(result, uri);
    expect(
      content.ok
        ? 'accepted'
        : [
            content.error.check,
            content.error.expected !== undefined,
            content.error.actual !== undefined,
          ],
    ).toEqual(['read', true, true]);
  });

  it.each<[unknown, string, string, string]>([
    [null, 'The response has no contents array.', 'one content item', 'nothing'],
    [{ contents: 7 }, 'The response has no contents array.', 'one content item', 'the number 7'],
    [
      { contents: [1, 2] },
      "The response doesn't have exactly one content item.",
      'one content item',
      '2 content items',
    ],
    [{ contents: [7] }, 'The content is not an object.', 'an object', 'the number 7'],
    [
      { contents: [{ uri: 'skill://b\u202e', text: '' }] },
      'The content is for a different URI.',
      uri,
      'skill://b\\u{202E}',
    ],
    [{ contents: [{ text: '' }] }, 'The content is for a different URI.', uri, 'nothing'],
    [
      { contents: [{ uri, text: '\ud800' }] },
      'The text contains a lone surrogate, so its bytes are undefined.',
      'well-formed text',
      'a lone surrogate',
    ],
    [
      { contents: [{ uri, blob: 'A' }] },
      'The content is not valid base64.',
      'base64 (RFC 4648, 4)',
      'something else',
    ],
    [
      { contents: [{ uri, blob: 'AAEC\n' }] },
      'The base64 has line breaks or spaces. No digest in the manifest proves which bytes are meant.',
      'base64 (RFC 4648, 4)',
      'line breaks or spaces',
    ],
    [
      { contents: [{ uri, text: 'a', blob: 'Yg==' }] },
      'The content has text and a blob that differ.',
      'text, or a base64 blob',
      'text: the string "a"; blob: the string "Yg=="',
    ],
    [
      { contents: [{ uri, text: 'a', blob: 7 }] },
      'The content must have either text or a blob.',
      'text, or a base64 blob',
      'text: the string "a"; blob: the number 7',
    ],
  ])('says what is wrong with %j', (result, message, expected, actual) => {
    expect(fileBytes(result, uri)).toEqual({
      ok: false,
      error: { status: 'failed', check: 'read', message, expected, actual },
    });
  });

  describe('that apps read differently', () => {
    const bytes = Buffer.from([0xfb, 0xff, 0x3e, 1]);
    const digest = sha256(bytes);
    const at = (content: object, expected: object) =>
      fileBytes({ contents: [{ uri, ...content }] }, uri, 'exactly', expected);

    it.each<[string, object, string]>([
      [
        'base64 with line breaks',
        { blob: '+/8+\r\nAQ==\n' },
        'The base64 has line breaks or spaces.',
      ],
      [
        'base64 of the URL alphabet without padding',
        { blob: '-_8-AQ' },
        'The base64 has characters of the URL alphabet (“-” and “_”) and no padding.',
      ],
      [
        'a null text beside its blob',
        { blob: '+/8+AQ==', text: null },
        'The content has a text beside its blob: null.',
      ],
      [
        'an empty text beside its blob',
        { blob: '+/8+AQ==', text: '' },
        'The content has a text beside its blob: the string "".',
      ],
    ])('is taken if digest and size prove the bytes: %s', (_, content, message) => {
      const read = at(content, { digest, size: 4 });
      expect(read).toMatchObject({ ok: true, value: { bytes } });
      expect(read.ok && read.value.advice?.startsWith(`${message} Send `)).toBe(true);
      expect(at(content, { digest })).toEqual(read);
      for (const expected of [
        {},
        { size: 4 },
        { digest, size: 5 },
        { digest: sha256('other'), size: 4 },
      ]) {
        const refused = at(content, expected);
        expect(refused.ok ? 'taken' : refused.error).toMatchObject({ check: 'read' });
        expect(!refused.ok && refused.error.message.startsWith(message)).toBe(true);
      }
    });

    it.each([[{ blob: null }], [{ blob: '' }], [{ blob: 'w6k=' }], [{ blob: 'w6k' }]])(
      'is taken if the digest proves the text: %j',
      (more) => {
        const content = { text: 'é', ...more };
        expect(at(content, { digest: sha256('é'), size: 2 })).toMatchObject({
          ok: true,
          value: { bytes: Buffer.from('é'), advice: expect.any(String) as unknown },
        });
        expect(at(content, {}).ok).toBe(false);
      },
    );

    it.each<[string, object]>([
      ['text and a blob that differ', { text: 'a', blob: 'Yg==' }],
      ['bits that nothing uses', { blob: '+/8+AR==' }],
      ['padding inside', { blob: '+/8+AQ==AQ==' }],
      ['other characters between', { blob: '+/8+\u2028AQ==' }],
      ['a blob that is no string', { text: 'a', blob: 7 }],
      ['a lone surrogate beside null', { text: 'a\ud800', blob: null }],
    ])('is refused whatever the digest: %s', (_, content) => {
      for (const of of [bytes, 'a', 'b'])
        expect(at(content, { digest: sha256(of) }).ok).toBe(false);
    });
  });

  it('may name another URI if a digest binds the bytes, and is otherwise checked the same way', () => {
    const named = (content: object) => fileBytes({ contents: [content] }, uri, 'any');
    expect(named({ uri: 'skill://b/y.md', text: 'a' }).ok).toBe(true);
    expect(named({ text: 'a' }).ok).toBe(true);
    expect(named({ uri, text: 'a', blob: 'YQ==' }).ok).toBe(false);
  });

  it('has a type if the server sent one as a string', () => {
    expect(read({ uri, blob: 'AA==', mimeType: 'image/png' })).toEqual({
      ok: true,
      value: { bytes: Buffer.from([0]), mimeType: 'image/png' },
    });
    expect(read({ uri, text: '', mimeType: 7 })).toEqual({
      ok: true,
      value: { text: '', bytes: Buffer.alloc(0) },
    });
  });

  it('uses only own fields, never inherited ones', () => {
    const content = Object.create({ uri, text: 'a' }) as object;
    expect(fileBytes({ contents: [content] }, uri).ok).toBe(false);
    expect(fileBytes(Object.create({ contents: [{ uri, text: 'a' }] }), uri).ok).toBe(false);
  });

  it('always returns the same bytes', () => {
    const content = read({ uri, text: 'a' });
    expect(content.ok && content.value.bytes === content.value.bytes).toBe(true);
  });
});
