import type { ConnectionFailure } from '../../shared/model/server.ts';
import { err, type Result } from '../../shared/result.ts';
import { parseUrl } from '../../shared/url.ts';
import type { ServerConfig } from '../usecases/ports/servers.ts';
import type { Session } from '../usecases/ports/session.ts';
import { attempt, giveUp, ready, type Target } from './connecting.ts';
import { RemoteTransport } from './remote-transport.ts';

export type RemoteConfig = Extract<ServerConfig, { type: 'http' | 'sse' | 'well-known' }> & {
  readonly type: 'http' | 'sse';
};

/** Connects to an address over HTTP, Streamable or with SSE. */
export async function connectRemote(
  target: Target,
  config: RemoteConfig,
): Promise<Result<Session, ConnectionFailure>> {
  const url = usableAddress(config, target.shown);
  if (!url.ok) return err({ reason: 'config', message: url.error, stderr: [] });
  const { bounds, recorder, now, shown } = target;
  const open = (): RemoteTransport =>
    new RemoteTransport({
      type: config.type,
      url: url.value,
      headers: config.headers,
      bounds,
      recorder,
      now,
      shown,
    });
  let transport = open();
  // The older HTTP+SSE transport exists only in the older era.
  const first = config.type === 'sse' ? 'legacy' : 'auto';
  let done = await attempt(target, transport, first, bounds.connectMs);
  if (
    !done.ok &&
    done.why === 'refused' &&
    config.type === 'http' &&
    transport.unreachable === null &&
    (transport.refusal === null || transport.refusal.status >= 500)
  ) {
    await transport.close();
    transport = open();
    done = await attempt(target, transport, 'legacy', bounds.connectMs);
  }
  if (done.ok) return ready(target, transport, done);
  const failure =
    done.why === 'refused'
      ? transport.connectFailure(done.error)
      : giveUp(target, done, (reason, message) => ({ reason, message, stderr: [] }));
  await transport.close();
  return err(failure);
}

/** The address to use, or in one line why nothing is sent to it. */
function usableAddress(
  { url: text, headers }: RemoteConfig,
  shown: Target['shown'],
): Result<URL, string> {
  const url = parseUrl(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return err(`The address ${shown(text)} is not an http or https address.`);
  if (url.username !== '' || url.password !== '')
    return err(
      'The address contains a user name or a password, which is not sent: use an Authorization header instead.',
    );
  const bad = badHeader(headers);
  if (bad !== null)
    return err(`The header ${shown(bad)} has a name or a value that HTTP does not allow.`);
  return { ok: true, value: url };
}

function badHeader(headers: Readonly<Record<string, string>>): string | null {
  const checked = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      checked.append(name, value);
    } catch {
      return name;
    }
  }
  return null;
}
