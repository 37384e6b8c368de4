import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { certified, type Certified } from '../../e2e/servers/support/certificates.ts';
import { answers, forgedProxy, type ProxyBehavior } from '../network/testing/forged-proxy.ts';
import type { ConnectionFailure } from '../../shared/model/server.ts';
import { builtCli, runProcess, type BuiltCli } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';

let cli: BuiltCli;
let place: Place;
let authority: Certified;
let trusted: string;
const stops: (() => void)[] = [];

beforeAll(async () => {
  [cli, authority] = await Promise.all([builtCli(), certified({ for: 'authority' })]);
  place = makePlace();
  trusted = place.path('authority.pem');
  writeFileSync(trusted, authority.cert);
}, 120_000);
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
afterAll(() => place.remove());

interface Surroundings {
  /** The host in the address, `127.0.0.1` unless a proxy leads elsewhere. */
  readonly host?: string;
  readonly env?: (port: number) => Promise<Readonly<Record<string, string>>>;
}

/** What `list` says about a server with this certificate, and how many requests the server got. */
async function listed(
  { cert, key }: Certified,
  {
    host = '127.0.0.1',
    env: surrounding = async () => ({ NODE_EXTRA_CA_CERTS: trusted }),
  }: Surroundings = {},
) {
  let requests = 0;
  const server = createServer({ cert, key }, (_request, response) => {
    requests += 1;
    response.writeHead(404).end();
  });
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `https://${host}:${port}/mcp`;
  const config = place.write(`tls-${port}.json`, { mcpServers: { s: { url } } });
  const given = ['list', '--allow-start', '--config', config];
  const env = await surrounding(port);
  const { stdout } = await runProcess(cli, place, given, env);
  const json = JSON.parse((await runProcess(cli, place, [...given, '--json'], env)).stdout) as {
    readonly servers: readonly [{ readonly failure: ConnectionFailure }];
  };
  return { stdout, failure: json.servers[0].failure, requests };
}

it.each<[string, () => Promise<Certified>, string]>([
  [
    'that signed itself',
    () => certified({ for: 'this-machine' }),
    'it signed its certificate itself (DEPTH_ZERO_SELF_SIGNED_CERT).',
  ],
  [
    'that has expired',
    () => certified({ for: 'this-machine', by: authority, days: -1 }),
    'its certificate has expired (CERT_HAS_EXPIRED).',
  ],
  [
    'for another host',
    () => certified({ for: { host: 'other.example' }, by: authority }),
    'its certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID).',
  ],
  [
    'of an authority that this machine does not know',
    async () => certified({ for: 'this-machine', by: await certified({ for: 'authority' }) }),
    'nobody that this machine knows signed its certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
  ],
])('names what is wrong with a certificate %s, and sends nothing', async (_, of, why) => {
  const { stdout, failure, requests } = await listed(await of());
  // Naming another authority helps only with the first of the two.
  const reason = /expired|another host/.test(why) ? 'certificate-invalid' : 'certificate';
  expect(failure).toMatchObject({ reason, message: expect.stringContaining(why) });
  expect(stdout).toContain(why);
  expect(requests).toBe(0);
});

it('accepts a certificate of an authority that this machine knows', async () => {
  const { failure, requests } = await listed(
    await certified({ for: 'this-machine', by: authority }),
  );
  expect(failure.reason).toBe('not-found');
  expect(requests).toBeGreaterThan(0);
});

it('accepts one of an authority that SSL_CERT_FILE names, and says if that file can’t be read', async () => {
  const server = await certified({ for: 'this-machine', by: authority });
  const accepted = await listed(server, { env: async () => ({ SSL_CERT_FILE: trusted }) });
  expect(accepted.failure.reason).toBe('not-found');
  const gone = await listed(server, {
    env: async () => ({ SSL_CERT_FILE: place.path('gone.pem') }),
  });
  expect(gone.failure).toMatchObject({ reason: 'certificate' });
  expect(gone.failure.message).toMatch(/SSL_CERT_FILE names .*gone\.pem, which couldn’t be read/);
});

const elsewhere = 'mcp.acme.invalid';
const through = async (behavior: ProxyBehavior): Promise<Record<string, string>> => {
  const proxy = await forgedProxy(behavior);
  stops.push(() => proxy.stop());
  return {
    https_proxy: `http://ann:s3cret@127.0.0.1:${proxy.port}`,
    NODE_EXTRA_CA_CERTS: trusted,
  };
};

it('reaches a server through a proxy, and checks the server’s own certificate', async () => {
  const right = await certified({ for: { host: elsewhere }, by: authority });
  const reached = await listed(right, { host: elsewhere, env: through });
  expect(reached.requests).toBeGreaterThan(0);
  expect(reached.failure.reason).toBe('not-found');
  // The proxy answers in the server's place.
  const forged = await certified({ for: { host: elsewhere } });
  const { failure, requests } = await listed(forged, { host: elsewhere, env: through });
  expect(failure).toMatchObject({ reason: 'certificate' });
  expect(failure.message).toMatch(
    / The request went through the proxy http:\/\/127\.0\.0\.1:\d+ \(https_proxy\)\.$/,
  );
  expect(requests).toBe(0);
});

it('names the proxy that gave no connection, without its password', async () => {
  const server = await certified({ for: { host: elsewhere }, by: authority });
  const { stdout, failure, requests } = await listed(server, {
    host: elsewhere,
    env: () => through(answers('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')),
  });
  expect(failure.reason).toBe('proxy');
  expect(failure.message).toMatch(
    /^Couldn’t reach the server: the proxy http:\/\/127\.0\.0\.1:\d+ \(https_proxy\) didn’t accept the user name and password in https_proxy \(HTTP 407\)\.$/,
  );
  expect(stdout).toContain('add its host to NO_PROXY');
  expect(stdout).not.toContain('s3cret');
  expect(requests).toBe(0);
});
