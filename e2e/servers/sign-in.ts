import { announce } from './support/announce.ts';
import { option } from './support/arguments.ts';
import { authorizationServer } from './support/authorization-server.ts';
import { protectedServer } from './support/protected.ts';

/**
 * The honest server over HTTP or SSE, for those who signed in, and an authorization server beside it.
 * `--transport http|sse` `--era` `--skills` as of `honest`; `--asks yes`: its page has buttons, else
 * everybody is let in; `--seconds N`: how long an access token lasts.
 */
const transport = option('transport', 'http');
const issuer = await authorizationServer({
  asks: option('asks', 'no') === 'yes',
  tokenSeconds: Number(option('seconds', '3600')),
});
const server = await protectedServer(issuer, [
  ...['--transport', transport, '--era', option('era', 'modern')],
  ...['--skills', option('skills', '3')],
]);
await announce(server, transport === 'sse' ? '/sse' : '/mcp');
