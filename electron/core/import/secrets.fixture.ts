import type { ServerConfig } from '../server-config.ts';

/** One entry of each kind, with a secret in every named place. */
export const stdio: Extract<ServerConfig, { type: 'stdio' }> = {
  type: 'stdio',
  command: 'npx',
  args: [
    '-y',
    'acme',
    '--api-key',
    'key-12345',
    '--token=tok-67890',
    '--port',
    '8080',
    'postgres://ada:pass-word@h/db',
  ],
  cwd: '/work',
  env: { TOKEN: 'env-"secret"', MODE: 'on' },
};
export const http: Exclude<ServerConfig, { type: 'stdio' }> = {
  type: 'http',
  url: 'https://ada:pass-word@x.example/mcp?api_key=url-secret%2F1&view=compact',
  headers: { Authorization: 'Bearer header-secret', 'X-Mode': 'fast' },
};
