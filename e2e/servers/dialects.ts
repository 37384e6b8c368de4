import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { hostileDialects } from './dialects/hostile.ts';
import { indexDialects } from './dialects/indexes.ts';
import { resourceDialects } from './dialects/resources.ts';
import { serveWeb, webModes } from './dialects/web.ts';
import { RpcError } from './support/answers.ts';
import { option } from './support/arguments.ts';
import { record } from './support/record.ts';
import { scenarioFrom } from './support/scenario.ts';

/**
 * A server of another dialect than the final extension, on the SDK of its time.
 * `dialects.mjs NAME [--transport stdio|http] [--scenario FILE]`; `--list` prints the names.
 * A scenario with `announce: true` is told of with the notifications of the dialect.
 */
const dialects = { ...indexDialects, ...resourceDialects, ...hostileDialects };
const name = process.argv[2] ?? '--list';
const file = option('scenario', '');
const scenario = scenarioFrom(file === '' ? null : file, 2);
const dialect = dialects[name];

function makeServer(): Server {
  if (dialect === undefined) throw new Error(`there is no dialect ${name}`);
  const server = new Server(
    { name, version: '1.0.0' },
    { capabilities: dialect.capabilities as never, instructions: scenario().instructions },
  );
  server.fallbackRequestHandler = (request) => {
    const params = (request.params ?? {}) as Readonly<Record<string, unknown>>;
    record(request.method, params);
    const answer = dialect.methods[request.method];
    if (answer === undefined) return Promise.reject(new McpError(-32601, 'Method not found'));
    try {
      return Promise.resolve(answer(scenario().skills, params));
    } catch (error) {
      return Promise.reject(
        error instanceof RpcError ? new McpError(error.code, error.message) : error,
      );
    }
  };
  // A line on stdin cannot come beside the protocol, so a signal asks for the notifications.
  process.on('SIGUSR2', () => {
    for (const method of [
      'notifications/resources/list_changed',
      'notifications/skills/list_changed',
    ])
      void server.notification({ method } as never).catch(() => {});
  });
  process.on('SIGHUP', () => {
    for (const { path } of scenario().skills)
      void server
        .notification({
          method: 'notifications/resources/updated',
          params: { uri: `skill://${path}` },
        })
        .catch(() => {});
  });
  return server;
}

if (webModes.includes(name)) await serveWeb(name, scenario);
else if (dialect === undefined) {
  process.stdout.write(`${[...Object.keys(dialects), ...webModes].join('\n')}\n`);
  process.exit(name === '--list' ? 0 : 2);
} else if (option('transport', 'stdio') === 'stdio')
  await makeServer().connect(new StdioServerTransport());
else await (await import('./support/legacy-http.ts')).serveHttp(makeServer);
