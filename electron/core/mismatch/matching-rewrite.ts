import type { MismatchExplanation } from '../../../shared/model/verdict.ts';
import { exactSize } from '../../../shared/size-text.ts';
import { sha256 } from '../digest.ts';
import { limits } from '../limits.ts';
import { byteRewritings, textRewritings } from './encodings.ts';
import { shapesOf } from './line-shapes.ts';

/** The expected digest and size of a file. */
export interface ExpectedBytes {
  readonly digest?: string | undefined;
  readonly size?: number | undefined;
}

/** The received content, rewritten so that it has exactly the expected digest. */
export interface MatchingRewrite extends MismatchExplanation {
  readonly bytes: Uint8Array;
}

interface Candidate {
  readonly id: MismatchExplanation['id'];
  readonly of: string;
  readonly raw: Uint8Array | string;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Undoes what well-known programs do to a file in transit, if the result has exactly the expected
 * digest. The server chooses bytes, digest and size, so a candidate is hashed only if its size is
 * the expected one and it is within `limits.rewrittenBytes`.
 */
export function rewritten(
  raw: Uint8Array | string,
  expected: ExpectedBytes,
): MatchingRewrite | null {
  const { digest, size } = expected;
  const length = lengthOf(raw);
  if (digest === undefined || length > limits.skillBytes) return null;
  for (const { id, of, raw: candidate } of candidates(raw, length, expected)) {
    const has = lengthOf(candidate);
    if (size !== undefined && has !== size) continue;
    if (sha256(candidate) === digest)
      return {
        id,
        message: `The expected digest matches ${of}.`,
        bytes: typeof candidate === 'string' ? Buffer.from(candidate) : candidate,
      };
  }
  return null;
}

const lengthOf = (raw: Uint8Array | string): number =>
  typeof raw === 'string' ? Buffer.byteLength(raw) : raw.byteLength;

function* candidates(
  raw: Uint8Array | string,
  length: number,
  { size }: ExpectedBytes,
): Generator<Candidate> {
  if (length > 0) yield { id: 'empty', of: 'an empty file', raw: '' };
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw;
  if (length <= limits.rewrittenBytes) yield* otherwise(raw, bytes);
  if (size !== undefined && size > 0 && size < length)
    yield {
      id: 'longer',
      of: `the first ${exactSize(size)} of the received content, which has ${exactSize(length - size)} more`,
      raw: bytes.subarray(0, size),
    };
}

function* otherwise(raw: Uint8Array | string, bytes: Uint8Array): Generator<Candidate> {
  const text = typeof raw === 'string' ? raw : textOf(raw);
  if (text !== null) {
    for (const shape of shapesOf(bytes))
      yield {
        id: 'line-shape',
        of: `the same text ${inWords(shape.how)}`,
        raw: shape.bytes,
      };
    for (const { id, of, make } of textRewritings(text)) {
      const made = make();
      if (made !== null) yield { id, of, raw: made };
    }
  }
  for (const { id, of, make } of byteRewritings(bytes)) {
    const made = make();
    if (made !== null) yield { id, of, raw: made };
  }
}

const inWords = (how: readonly string[]): string =>
  how.length < 2 ? how.join('') : `${how.slice(0, -1).join(', ')} and ${how.at(-1) ?? ''}`;

function textOf(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
