import { mentionedUris } from '../../core/dialects/listing/mentioned-uris.ts';
import type { DialectRecognition } from '../../core/dialects/dialect.ts';
import type { DialectRegistry } from '../../core/dialects/dialects.ts';
import { limits } from '../../core/limits.ts';
import { visible } from '../../core/text.ts';
import type { ServerFacts } from '../../../shared/model/server.ts';
import type { ServerState } from '../catalogue/server.ts';
import type { ServerSession } from '../ports/session.ts';

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
