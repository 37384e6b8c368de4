import { startFingerprint } from '../../core/start/fingerprint.ts';
import { limits } from '../../core/limits.ts';
import { mentionedUris } from '../../core/dialects/mentioned-uris.ts';
import { dialects } from '../../core/dialects/registry.ts';
import { visible } from '../../core/text.ts';
import { follow } from './live.ts';
import { publishServer } from '../catalogue/views.ts';
import type { Context } from '../context.ts';
import type { Session } from '../ports.ts';
import type { ConnectionFailure } from '../../../shared/model/server.ts';
import type { Server } from '../catalogue/world.ts';

/**
 * Brings a server to `ready`, or says why not. One attempt at a time per server; whoever
 * needs the session meanwhile shares it. Gives true when the session is there.
 */
export function connect(ctx: Context, server: Server, attempt = 0): Promise<boolean> {
  if (server.halted) return Promise.resolve(false);
  if (server.session !== null) return Promise.resolve(true);
  server.connecting ??= attemptConnection(ctx, server, attempt).finally(() => {
    server.connecting = null;
  });
  return server.connecting;
}

async function attemptConnection(ctx: Context, server: Server, attempt: number): Promise<boolean> {
  server.cancelRetry?.();
  server.cancelRetry = null;
  const { configured } = server;
  if (!configured.enabled) return settle(ctx, server, { status: 'disabled' });
  if (!configured.config.ok) return settle(ctx, server, failedFor(configured.config.error));
  const config = configured.config.value;
  if (config.type === 'stdio') {
    const fingerprint = startFingerprint(config);
    const state = ctx.options.allowedByList.has(fingerprint)
      ? 'allowed'
      : await ctx.consents.state(server.label, fingerprint);
    if (state !== 'allowed')
      return settle(ctx, server, {
        status: 'needs-consent',
        fingerprint,
        changed: state === 'changed',
      });
  }
  settle(ctx, server, { status: 'connecting', attempt });
  const abort = new AbortController();
  server.abort = abort;
  const answer = await ctx.connector.connect(server.label, config, abort.signal);
  if (abort.signal.aborted) {
    if (answer.ok) await answer.value.close();
    return false;
  }
  if (!answer.ok) {
    failed(ctx, server, answer.error, attempt);
    return false;
  }
  adopt(ctx, server, answer.value);
  return true;
}

/**
 * Takes a fresh session: what the server declares, which dialects it speaks, and who to tell when
 * it breaks.
 */
function adopt(ctx: Context, server: Server, session: Session): void {
  server.session = session;
  const found = dialects.map((adapter) => ({
    adapter,
    detection: adapter.detect({
      capabilities: session.capabilities,
      protocolVersion: session.protocolVersion,
    }),
  }));
  server.adapters = found.flatMap(({ adapter, detection }) => (detection.speaks ? [adapter] : []));
  server.tries = found.flatMap(({ adapter, detection }) =>
    detection.tries === true ? [adapter] : [],
  );
  server.probes = found.flatMap(({ adapter, detection }) => (detection.probe ? [adapter] : []));
  server.advice = found.flatMap(({ detection }) => detection.advice);
  server.facts = {
    protocolVersion: visible(session.protocolVersion, 40),
    serverName: visible(session.serverName, 120),
    serverVersion: visible(session.serverVersion, 60),
    instructions: session.instructions.slice(0, limits.textShownBytes),
    capabilities: JSON.stringify(session.capabilities, null, 2).slice(0, limits.textShownBytes),
    directoryRead: found.some(({ detection }) => detection.directoryRead),
    mentioned: mentionedUris(session.instructions),
  };
  server.subscribed.clear();
  follow(ctx, server, session);
  session.onClosed((failure) => {
    if (server.session !== session) return;
    server.session = null;
    failed(ctx, server, failure, 0);
  });
  settle(ctx, server, { status: 'ready', protocolVersion: server.facts.protocolVersion });
}

/** Shows the failure and, in a window, tries again after 1, 2, 4, 8 and 16 s; then only by hand. */
function failed(ctx: Context, server: Server, failure: ConnectionFailure, attempt: number): void {
  const again =
    ctx.options.autoRetry &&
    attempt < limits.retries &&
    failure.reason !== 'config' &&
    failure.reason !== 'unauthorized';
  const delay = 1_000 * 2 ** attempt;
  settle(ctx, server, {
    status: 'failed',
    failure,
    attempt,
    retryAt: again ? ctx.clock.now() + delay : null,
  });
  if (!again) return;
  server.cancelRetry = ctx.clock.after(delay, () => {
    server.cancelRetry = null;
    void connect(ctx, server, attempt + 1).then((ready) => {
      if (ready) ctx.onReady(server);
    });
  });
}

const failedFor = (message: string): Server['connection'] => ({
  status: 'failed',
  failure: { reason: 'config', message, stderr: [] },
  attempt: 0,
  retryAt: null,
});

function settle(ctx: Context, server: Server, connection: Server['connection']): boolean {
  server.connection = connection;
  publishServer(ctx, server);
  return connection.status === 'ready';
}

/** Ends the session and whatever tries to make one; its process is gone when this resolves. */
export async function disconnect(server: Server): Promise<void> {
  server.halted = true;
  server.cancelRetry?.();
  server.cancelRetry = null;
  server.refreshing?.();
  server.refreshing = null;
  server.abort.abort();
  const session = server.session;
  server.session = null;
  await server.connecting?.catch(() => false);
  await session?.close();
}
