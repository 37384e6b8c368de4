/** What an entry says of its target, in every spelling; all else in it is kept. */
export const targetKeys: ReadonlySet<string> = new Set([
  'command',
  'cmd',
  'args',
  'cwd',
  'env',
  'envs',
  'environment',
  'url',
  'serverUrl',
  'httpUrl',
  'uri',
  'headers',
  'http_headers',
]);

/** What an entry says of the way to its target. */
export const typeKeys: readonly string[] = ['type', 'transport', 'transportType'];
