import { problem } from '../../core/problem.ts';
import { limits } from '../../core/limits.ts';
import { counted, grouped, exactSize, sizeText } from '../../../shared/size-text.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { ServerNoise, StrayLines, WireQuirk, ServerSession } from '../ports/session.ts';
import { mentionedUris } from '../../core/dialects/listing/unlisted-skill.ts';
import type { DialectRecognition } from '../../core/dialects/dialect.ts';
import type { DialectRegistry } from '../../core/dialects/dialects.ts';
import { visible } from '../../core/text.ts';
import type { ServerFacts } from '../../../shared/model/server.ts';
import type { ServerState } from '../catalogue/server.ts';

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

type Declared = Pick<ServerState, 'capabilities' | 'spoken' | 'tries' | 'probes' | 'advice'> & {
  readonly facts: ServerFacts;
};

/** What a server declares of itself, and which dialects it speaks or may be asked in. */
export function declared(session: ServerSession, dialects: DialectRegistry): Declared {
  const { capabilities, protocolVersion, instructions } = session;
  const found = dialects.all.map((dialect) => ({
    dialect,
    recognition: dialect.recognise({ capabilities, protocolVersion }),
  }));
  const recognisedBy = (...ways: readonly DialectRecognition['by'][]): Declared['spoken'] =>
    found.flatMap(({ dialect, recognition }) => (ways.includes(recognition.by) ? [dialect] : []));
  return {
    capabilities,
    spoken: recognisedBy('declaration', 'origin'),
    tries: recognisedBy('looking', 'origin'),
    probes: recognisedBy('question'),
    advice: found.flatMap(({ recognition }) => recognition.advice),
    facts: {
      protocolVersion: visible(protocolVersion, 40),
      serverName: visible(session.serverName, 120),
      serverVersion: visible(session.serverVersion, 60),
      instructions: instructions.slice(0, limits.textShownBytes),
      capabilities: JSON.stringify(capabilities, null, 2).slice(0, limits.textShownBytes),
      directoryRead: found.some(({ recognition }) => recognition.directoryRead),
      mentioned: mentionedUris(instructions),
    },
  };
}
