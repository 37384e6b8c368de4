import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { productWith } from './product.mjs';

/** As the suite expects it of a client that has one. */
const documentUrl = 'https://conformance-test.local/client-metadata.json';

/**
 * The client under test where signing in is: `node auth-client.mjs URL`, started by the suite. Signs
 * in as a person over SSH does, with a browser that says yes to everything.
 */
const [url] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'skillgate-conformance-'));
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const product = productWith(scratch, { url, ...settingsOf(context) });

try {
  // Here is no keychain, and what is kept has to last longer than one command.
  keepInFile();
  let { status, said } = await login();
  // The server asks anew, of somebody else: so does the person.
  if (
    status !== 0 &&
    process.env.MCP_CONFORMANCE_SCENARIO === 'auth/authorization-server-migration'
  )
    ({ status, said } = await login());
  if (process.env.MCP_CONFORMANCE_SCENARIO === 'auth/scope-step-up') {
    // A host calls a tool, which is refused; the person reads why, and signs in again.
    await callTool();
    ({ status, said } = await login());
  }
  process.stderr.write(said);
  process.exitCode = status;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** What an operator would have given the person, of what the suite gives a client. */
function settingsOf({ client_id: clientId, client_secret: clientSecret }) {
  if (clientId === undefined) return { oauth: { clientMetadataUrl: documentUrl } };
  return { oauth: { clientId, clientSecret } };
}

function keepInFile() {
  const [cli] = product.words('keychain');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'keychain', '--use-file'], {
    env: product.env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`nothing can be kept: ${stderr}`);
}

/** Through the gateway, as the older hosts do. */
async function callTool() {
  const gateway = product.gateway();
  const answers = createInterface({ input: gateway.stdout })[Symbol.asyncIterator]();
  const send = (message) =>
    gateway.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'host', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  send({ id: 1, method: 'initialize', params });
  await answers.next();
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'any', arguments: {} } });
  await answers.next();
  gateway.stdin.end();
  await new Promise((resolve) => gateway.once('close', resolve));
}

function login() {
  const child = spawn(process.execPath, product.words('login', 'official', '--no-browser'), {
    env: product.env,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    said += `${line}\n`;
    // Where it ends is the program's own: it may be gone when the page has been sent.
    if (URL.canParse(line)) fetch(line).catch((error) => (said += `${error}\n`));
  });
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, said }));
  });
}
