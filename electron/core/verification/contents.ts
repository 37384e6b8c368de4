import type { FailedCheck } from '../../../shared/model/verdict.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { isRecord, isWellFormed, own } from '../json.ts';
import { describe } from '../problem.ts';
import { visible } from '../text.ts';

export interface FileContent {
  /** The raw bytes, which digest and size are about. */
  readonly bytes: Uint8Array;
  /** The same as text, if the server sent text. */
  readonly text?: string;
  readonly mimeType?: string;
}

function failed(message: string, expected: string, actual: string): Result<never, FailedCheck> {
  return err({
    status: 'failed',
    check: 'read',
    message,
    expected: visible(expected, 300),
    actual: visible(actual, 300),
  });
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * The bytes that a `resources/read` result carries for `uri` (base protocol, "Reading Resources").
 * It accepts exactly one content item, with exactly this URI, as text or base64: with two, the
 * server could have one checked and another used. `any` accepts another URI, for servers that
 * misname the content while a digest binds the bytes.
 */
export function fileBytes(
  result: unknown,
  uri: string,
  named: 'exactly' | 'any' = 'exactly',
): Result<FileContent, FailedCheck> {
  const contents = isRecord(result) ? own(result, 'contents') : undefined;
  if (!Array.isArray(contents))
    return failed('The response has no contents array.', 'one content item', describe(contents));
  if (contents.length !== 1)
    return failed(
      "The response doesn't have exactly one content item.",
      'one content item',
      `${contents.length} content items`,
    );
  const content: unknown = contents[0];
  if (!isRecord(content))
    return failed('The content is not an object.', 'an object', describe(content));
  const name = own(content, 'uri');
  if (named === 'exactly' && name !== uri)
    return failed(
      'The content is for a different URI.',
      uri,
      typeof name === 'string' ? name : describe(name),
    );
  const text = own(content, 'text');
  const blob = own(content, 'blob');
  const type = own(content, 'mimeType');
  const mimeType = typeof type === 'string' ? { mimeType: type } : {};
  if (typeof text === 'string' && blob === undefined) {
    if (!isWellFormed(text))
      return failed(
        'The text contains a lone surrogate, so its bytes are undefined.',
        'well-formed text',
        'a lone surrogate',
      );
    return ok(textContent(text, mimeType));
  }
  if (typeof blob === 'string' && text === undefined) {
    const bytes = decodeBase64(blob);
    return bytes === null
      ? failed('The content is not valid base64.', 'base64 (RFC 4648, 4)', 'something else')
      : ok({ bytes, ...mimeType });
  }
  return failed(
    'The content must have either text or a blob.',
    'text, or a base64 blob',
    `text: ${describe(text)}; blob: ${describe(blob)}`,
  );
}

/**
 * Makes the bytes only on demand, because checking ten thousand files hashes the text without a
 * copy.
 */
function textContent(text: string, mimeType: { mimeType?: string }): FileContent {
  let bytes: Uint8Array | null = null;
  return {
    text,
    ...mimeType,
    get bytes() {
      bytes ??= Buffer.from(text);
      return bytes;
    },
  };
}

/**
 * Decodes standard base64 in its canonical form; null for anything that decoders read differently.
 */
function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !base64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  // Unused bits of the last group must be zero: otherwise two texts decode to the same bytes.
  const tail = text.slice(-4);
  return tail.endsWith('=') && Buffer.from(tail, 'base64').toString('base64') !== tail
    ? null
    : bytes;
}
