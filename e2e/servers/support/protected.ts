import { spawn } from 'node:child_process';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AuthorizationServer } from './authorization-server.ts';

/** What a test may change while the server runs, with a request to `/control`. */
interface Rules {
  /** Tokens that were good, and are not any more. */
  readonly ended: Set<string>;
  /** Scopes that every request has to have. */
  needs: readonly string[];
  /** Where requests are redirected to instead of being answered. */
  redirect: string | null;
  /** Every answer repeats the request's token. */
  echoes: boolean;
}

/**
 * The honest server behind a door: a request without a good token gets 401 and the address of the
 * metadata, one with too few scopes 403. Everything else goes through as it is.
 */
export async function protectedServer(
  { issuer, provider, asked, secrets, revoke, hold }: AuthorizationServer,
  honest: readonly string[],
) {
  const behind = await honestServer(honest);
  const seen = new Set<string>();
  const rules: Rules = { ended: new Set(), needs: [], redirect: null, echoes: false };
  const heard: string[] = [];

  const door = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const here = `http://${request.headers.host}`;
    const url = new URL(request.url ?? '/', here);
    if (url.pathname === '/control') {
      control(rules, seen, url.searchParams);
      if (url.searchParams.has('revoke')) await revoke();
      hold(url.searchParams.has('hold'));
      return json(response, 200, {
        asked: Object.fromEntries(asked),
        heard,
        secrets: [...secrets],
      });
    }
    if (url.pathname.startsWith('/.well-known/oauth-protected-resource'))
      return json(response, 200, {
        resource: `${here}${behind.pathname}`,
        authorization_servers: [issuer],
        scopes_supported: ['skills:read'],
      });
    heard.push(`${request.method} ${request.headers.authorization === undefined ? '-' : 'token'}`);
    if (rules.redirect !== null)
      return void response.writeHead(307, { location: rules.redirect }).end();
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const token = bearer === undefined ? undefined : await provider.AccessToken.find(bearer);
    const metadata = `resource_metadata="${here}/.well-known/oauth-protected-resource${behind.pathname}"`;
    if (token === undefined || token.isExpired || rules.ended.has(token.jti))
      return refused(response, 401, `Bearer ${metadata}, scope="skills:read"`);
    seen.add(token.jti);
    if (rules.echoes) return json(response, 500, { error: `no ${bearer}`, token: bearer });
    const has = new Set((token.scope ?? '').split(' '));
    if (rules.needs.some((scope) => !has.has(scope)))
      return refused(
        response,
        403,
        `Bearer error="insufficient_scope", scope="${rules.needs.join(' ')}", ${metadata}`,
      );
    through(behind, request, response);
  };
  return createServer((request, response) => void door(request, response));
}

function control(rules: Rules, seen: ReadonlySet<string>, given: URLSearchParams): void {
  if (given.has('end')) for (const token of seen) rules.ended.add(token);
  const needs = given.get('needs');
  if (needs !== null) rules.needs = needs.split(' ').filter((scope) => scope !== '');
  rules.echoes ||= given.has('echoes');
  const redirect = given.get('redirect');
  if (redirect !== null) rules.redirect = redirect === '' ? null : redirect;
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function refused(response: ServerResponse, status: number, challenge: string): void {
  response.writeHead(status, { 'www-authenticate': challenge }).end();
}

function through(to: URL, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', to);
  const { host: _, authorization: __, ...headers } = request.headers;
  const passed = ask(url, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}

/** The honest one, in a process of its own that ends with this one. */
function honestServer(args: readonly string[]): Promise<URL> {
  const script = fileURLToPath(new URL('honest.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve(new URL((JSON.parse(line) as { url: string }).url));
    });
  });
}
