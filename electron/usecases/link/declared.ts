import { mentionedUris } from '../../core/dialects/mentioned-uris.ts';
import { dialects } from '../../core/dialects/registry.ts';
import { limits } from '../../core/limits.ts';
import { visible } from '../../core/text.ts';
import type { ServerFacts } from '../../../shared/model/server.ts';
import type { ServerState } from '../catalogue/server.ts';
import type { Session } from '../ports.ts';

type Declared = Pick<ServerState, 'capabilities' | 'adapters' | 'tries' | 'probes' | 'advice'> & {
  readonly facts: ServerFacts;
};

/** What a server declares of itself, and which dialects it speaks or may be asked in. */
export function declared(session: Session): Declared {
  const { capabilities, protocolVersion, instructions } = session;
  const found = dialects.map((adapter) => ({
    adapter,
    detection: adapter.detect({ capabilities, protocolVersion }),
  }));
  const which = (wanted: 'speaks' | 'tries' | 'probe'): Declared['adapters'] =>
    found.flatMap(({ adapter, detection }) => (detection[wanted] === true ? [adapter] : []));
  return {
    capabilities,
    adapters: which('speaks'),
    tries: which('tries'),
    probes: which('probe'),
    advice: found.flatMap(({ detection }) => detection.advice),
    facts: {
      protocolVersion: visible(protocolVersion, 40),
      serverName: visible(session.serverName, 120),
      serverVersion: visible(session.serverVersion, 60),
      instructions: instructions.slice(0, limits.textShownBytes),
      capabilities: JSON.stringify(capabilities, null, 2).slice(0, limits.textShownBytes),
      directoryRead: found.some(({ detection }) => detection.directoryRead),
      mentioned: mentionedUris(instructions),
    },
  };
}
