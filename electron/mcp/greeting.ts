import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LATEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/client';
import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/client';
import type { Result } from '../../shared/result.ts';
import { rawAnswer } from './calls.ts';
import type { CallFailure, RawAnswer } from '../engine/ports/session.ts';
import type { WireMessage } from './recorder.ts';
import { versionsText } from './version-text.ts';
import { modern, textsIn, versionsIn } from './versions.ts';
import type { WatchedTransport } from './watched-transport.ts';

export interface GreetingOptions {
  /** `legacy` never sends the newer request, which some older servers do not survive. */
  readonly mode: 'auto' | 'legacy';
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
  /** How long `server/discover` may stay unanswered before `initialize` is sent beside it. */
  readonly silenceMs: number;
}

/** What a server answered first, as it came, or why nobody can go on with it. */
export type ServerGreeting =
  | { readonly era: 'modern' | 'legacy'; readonly hello: WireMessage }
  | { readonly era: null; readonly message: string; readonly isVersion: boolean };

/**
 * Finds out which era a server over a pipe speaks. Silence proves nothing, since a package runner
 * may need most of a minute, so after `silenceMs` both questions are sent and the first usable
 * answer decides, however late. Never ends on its own while nothing answers.
 */
export function greet(
  transport: WatchedTransport,
  options: GreetingOptions,
): Promise<ServerGreeting> {
  const { mode, clientInfo, capabilities, silenceMs } = options;
  return new Promise((resolve) => {
    const open = new Set<number>();
    const versions = new Set<string>();
    let initialising = false;
    let finished = false;
    const finish = (greeting: ServerGreeting): void => {
      if (finished) return;
      finished = true;
      clearTimeout(silence);
      for (const id of open) {
        transport.calls.fail(id, { reason: 'cancelled', message: 'Another response came first.' });
      }
      resolve(greeting);
    };
    const ask = (
      method: string,
      params: WireMessage,
      taken: (answer: Result<RawAnswer, CallFailure>) => void,
    ): void => {
      const id = transport.calls.open((answer) => {
        open.delete(id);
        if (!finished) taken(answer as Result<RawAnswer, CallFailure>);
      }, rawAnswer);
      open.add(id);
      transport.ask(id, method, params, null);
    };
    const refuse = (why: string): void => {
      // The other question may still be answered.
      if (open.size > 0) return;
      const spoken = versionsText(versions);
      finish({ era: null, message: spoken ?? why, isVersion: spoken !== null });
    };
    const initialise = (): void => {
      if (initialising || finished) return;
      initialising = true;
      const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities, clientInfo };
      ask('initialize', params, (answer) => {
        if (!answer.ok) return refuse(`initialize: ${answer.error.message}`);
        if ('error' in answer.value) {
          for (const version of versionsIn(answer.value.error.data)) versions.add(version);
          return refuse(`initialize: ${answer.value.error.message}`);
        }
        const { result } = answer.value;
        const version = result['protocolVersion'];
        if (SUPPORTED_PROTOCOL_VERSIONS.includes(version as string))
          return finish({ era: 'legacy', hello: result });
        if (typeof version !== 'string')
          return refuse('initialize: The response has no protocol version.');
        versions.add(version);
        refuse('');
      });
    };
    const discover = (): void => {
      const _meta = {
        [PROTOCOL_VERSION_META_KEY]: modern,
        [CLIENT_INFO_META_KEY]: clientInfo,
        [CLIENT_CAPABILITIES_META_KEY]: capabilities,
      };
      ask('server/discover', { _meta }, (answer) => {
        if (answer.ok && 'result' in answer.value) {
          const { result } = answer.value;
          const offered = textsIn(result['supportedVersions']);
          if (offered.includes(modern)) return finish({ era: 'modern', hello: result });
          for (const version of offered) versions.add(version);
        } else if (answer.ok && 'error' in answer.value)
          for (const version of versionsIn(answer.value.error.data)) versions.add(version);
        if (initialising) return refuse('server/discover: The response isn’t valid.');
        initialise();
      });
    };
    const silence = setTimeout(initialise, silenceMs);
    transport.start().then(
      () => (mode === 'legacy' ? initialise() : discover()),
      (error: unknown) =>
        finish({
          era: null,
          message: error instanceof Error ? error.message : String(error),
          isVersion: false,
        }),
    );
  });
}
