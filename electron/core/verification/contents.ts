import type { FailedCheck } from '../../../shared/model/verdict.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { sha256 } from '../digest.ts';
import { isRecord, isWellFormed, own } from '../json.ts';
import type { ExpectedBytes } from '../mismatch/matching-rewrite.ts';
import { describe } from '../problem.ts';
import { visible } from '../text.ts';

export interface FileContent {
  /** The raw bytes, which digest and size are about. */
  readonly bytes: Uint8Array;
  /** The same as text, if the server sent text. */
  readonly text?: string;
  readonly mimeType?: string;
  /** How the server should send it instead; only the listed digest proved these bytes. */
  readonly advice?: string;
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
 * misname the content while a digest binds the bytes. A content that programs read differently is
 * taken only if its bytes have the digest and size in `expected`; nothing is guessed.
 */
export function fileBytes(
  result: unknown,
  uri: string,
  named: 'exactly' | 'any' = 'exactly',
  expected: ExpectedBytes = {},
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
  if (typeof text === 'string' && !isWellFormed(text))
    return failed(
      'The text contains a lone surrogate, so its bytes are undefined.',
      'well-formed text',
      'a lone surrogate',
    );
  if (typeof text === 'string' && blob === undefined) return ok(textContent(text, mimeType));
  if (typeof blob === 'string' && text === undefined) {
    const bytes = decodeBase64(blob);
    if (bytes !== null) return ok({ bytes, ...mimeType });
  }
  const form = ambiguousForm(text, blob);
  if (form.bytes === null) return failed(form.message, form.expected, form.actual);
  if (!isProved(form.bytes, expected))
    return failed(
      `${form.message} ${
        expected.digest === undefined
          ? 'No digest in the manifest proves which bytes are meant.'
          : "What can be read from it doesn't match the manifest."
      }`,
      form.expected,
      form.actual,
    );
  return ok({ bytes: form.bytes, ...mimeType, advice: `${form.message} ${form.advice}` });
}

/** The expected ones, whoever sent them: digest, and size if there is one. */
const isProved = (bytes: Uint8Array, { digest, size }: ExpectedBytes): boolean =>
  digest !== undefined &&
  (size === undefined || size === bytes.byteLength) &&
  sha256(bytes) === digest;

/**
 * A content that apps read differently. `bytes` is its likely reading, which a digest must prove:
 * the attacker is a server that has one reading checked and another used.
 */
interface AmbiguousForm {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly advice: string;
  readonly bytes: Uint8Array | null;
}

function ambiguousForm(text: unknown, blob: unknown): AmbiguousForm {
  const isText = typeof text === 'string';
  const isBlob = typeof blob === 'string';
  if (isBlob && text === undefined)
    return { ...base64Form(blob), advice: 'Send standard base64: one line, with padding.' };
  const form = {
    expected: 'text, or a base64 blob',
    actual: `text: ${describe(text)}; blob: ${describe(blob)}`,
    advice: 'Send only one of the two fields.',
  };
  if (isText && isBlob && text !== '' && blob !== '') {
    const bytes = decodeBase64(blob) ?? base64Form(blob).bytes;
    return bytes !== null && Buffer.compare(bytes, Buffer.from(text)) === 0
      ? { ...form, message: 'The content has both text and a blob.', bytes }
      : { ...form, message: 'The content has text and a blob that differ.', bytes: null };
  }
  if (isText && (blob === null || blob === ''))
    return {
      ...form,
      message: `The content has a blob beside its text: ${describe(blob)}.`,
      bytes: Buffer.from(text),
    };
  if (isBlob && (text === null || text === ''))
    return {
      ...form,
      message: `The content has a text beside its blob: ${describe(text)}.`,
      bytes: decodeBase64(blob) ?? base64Form(blob).bytes,
    };
  return { ...form, message: 'The content must have either text or a blob.', bytes: null };
}

/** What is unusual about base64, and its bytes; null if decoders disagree about them. */
function base64Form(blob: string): Omit<AmbiguousForm, 'advice'> {
  const joined = blob.replaceAll(/[\t\n\r ]/g, '');
  const translated = joined.replaceAll('-', '+').replaceAll('_', '/');
  const padded = translated.padEnd(Math.ceil(translated.length / 4) * 4, '=');
  const bytes = decodeBase64(padded);
  const traits = [
    ...(joined === blob ? [] : ['line breaks or spaces']),
    ...(translated === joined ? [] : ['characters of the URL alphabet (“-” and “_”)']),
    ...(padded === translated ? [] : ['no padding']),
  ];
  const expected = 'base64 (RFC 4648, 4)';
  return bytes === null || traits.length === 0
    ? { message: 'The content is not valid base64.', expected, actual: 'something else', bytes }
    : {
        message: `The base64 has ${traits.join(' and ')}.`,
        expected,
        actual: traits.join(' and '),
        bytes,
      };
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
