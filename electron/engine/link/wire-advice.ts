import { problem } from '../../core/problem.ts';
import { limits } from '../../core/limits.ts';
import { counted } from '../../../shared/count-text.ts';
import { grouped } from '../../../shared/group-digits.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { exactSize, sizeText } from '../../../shared/size-text.ts';
import type { ServerNoise, StrayLines, WireQuirk } from '../ports/session.ts';

/** Other clients give up on a server that writes what is no message. */
export const describeStray = ({ lines, first }: StrayLines): Problem =>
  problem(
    'stray-output',
    'The server writes other output to standard output ' +
      `(${lines === 1 ? 'one line' : `${grouped(lines)} lines`} so far), which was skipped.`,
    { field: 'stdout', expected: 'JSON-RPC messages only', actual: first },
  );

/** Taken here; other clients drop such an answer, or end the connection. */
export const describeQuirk = ({ kind, seen }: WireQuirk): Problem =>
  problem(kind, quirkTexts[kind].message, { expected: quirkTexts[kind].expected, actual: seen });

const quirkTexts: Readonly<
  Record<WireQuirk['kind'], { readonly message: string; readonly expected: string }>
> = {
  'answer-id': {
    message: 'The server answers under the text of an id that is a number.',
    expected: 'the id as it was sent',
  },
  'answer-type': {
    message: 'The server sends JSON-RPC without the content type of JSON.',
    expected: 'application/json',
  },
  'event-end': {
    message: 'The server doesn’t end an event of its event stream with a blank line.',
    expected: 'a blank line after each event',
  },
  'not-utf-8': {
    message: 'The server writes bytes that aren’t UTF-8. Some characters of its texts are lost.',
    expected: 'messages in UTF-8',
  },
};

/** Kinds that every listing reports for itself. */
export const quirkKinds = Object.keys(quirkTexts) as WireQuirk['kind'][];

/** Said while it happens: the server waits for Skillgate to read, and so do its answers. */
export const describeNoise = ({ pipe, lines, bytes }: ServerNoise): Problem =>
  problem(
    'noisy-output',
    `The server is noisy: it has written ${counted(lines, 'line')} (${sizeText(bytes)}) ` +
      `to ${pipeTexts[pipe]}. Skillgate reads that more slowly, so its answers may be late.`,
    {
      field: pipe,
      expected:
        `at most ${exactSize(limits.unaskedBytes)} and ` +
        `${grouped(limits.unaskedMessages)} messages a second`,
    },
  );

const pipeTexts = {
  stdout: 'standard output that no request asked for',
  stderr: 'standard error',
} as const;
