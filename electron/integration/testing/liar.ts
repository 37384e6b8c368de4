import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createAuthorizer } from '../../mcp/sign-in/authorizer.ts';
import { guardBounds } from '../../mcp/sign-in/guarded-fetch.ts';
import { sessionCredentials } from '../../storage/credentials/grants.ts';
import type { OAuthSettings } from '../../core/server-config.ts';
import type { ServerConfig } from '../../engine/ports/servers.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;
export type Json = Readonly<Record<string, unknown>>;

/** A resource server and its authorization server in one, which lie as a test says. */
export async function liar(lies: {
  readonly resource?: (origin: string) => Json;
  /** The server's description of itself. */
  readonly from?: string;
  readonly issuer?: (origin: string) => Json;
  readonly paths?: Readonly<Record<string, Answer>>;
  /** The settings. */
  readonly oauth?: OAuthSettings;
  /** Where the browser returns to; else any port. */
  readonly port?: number;
}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const path = new URL(request.url ?? '/', origin).pathname;
    asked.push(`${request.method} ${path}`);
    const answer = lies.paths?.[path] ?? honest(origin)[path];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  const honest = (origin: string): Readonly<Record<string, Answer>> => ({
    [lies.from ?? '/.well-known/oauth-protected-resource/mcp']: saying({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      ...lies.resource?.(origin),
    }),
    '/.well-known/oauth-authorization-server': saying({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...lies.issuer?.(origin),
    }),
    '/register': saying({ client_id: 'us', redirect_uris: ['http://127.0.0.1/x'] }, 201),
    '/token': saying({ access_token: 'a-token', token_type: 'Bearer' }),
  });
  const origin = await listening(server);
  const credentials = sessionCredentials();
  const authorizer = createAuthorizer({
    credentials,
    now: Date.now,
    ports: [lies.port ?? 0],
    bounds: { ...guardBounds, requestMs: 1_000 },
  });
  const config: ServerConfig = {
    type: 'http',
    url: `${origin}/mcp`,
    headers: {},
    ...(lies.oauth === undefined ? {} : { oauth: lies.oauth }),
  };
  return {
    ...{ origin, asked, authorizer, credentials, config },
    begin: () =>
      authorizer.begin(
        { config, listens: true, isWanted: async () => true },
        new AbortController().signal,
      ),
  };
}

/** Gives every request the same answer. */
export const saying =
  (value: Json, status = 200): Answer =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(value));

/** Returns its origin; it ends with the test. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A browser that returns to what `begun` opened, with its state and the given parameters. */
export function back(
  begun: { readonly address: string },
  given: Readonly<Record<string, string>>,
): Promise<Response> {
  const asked = new URL(begun.address).searchParams;
  const url = new URL(asked.get('redirect_uri') ?? '');
  url.search = new URLSearchParams({ state: asked.get('state') ?? '', ...given }).toString();
  return fetch(url);
}
