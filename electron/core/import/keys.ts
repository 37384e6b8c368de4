/** Keys that describe an entry's target, in every spelling; all others are kept. */
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

/** Keys that describe the transport to an entry's target. */
export const typeKeys: readonly string[] = ['type', 'transport', 'transportType'];
