import type { ServerTarget } from '../../../shared/model/server.ts';
import type { ServerConfig } from '../server-config.ts';
import { parameters, userInfo, tokensHidden } from '../start/address.ts';
import { argumentsParts } from '../start/argument.ts';
import { masked } from './mask.ts';

/**
 * The configuration as the interface may see it: names of secrets, never their values, however
 * short.
 */
export function maskedTarget(config: ServerConfig): ServerTarget {
  const { startTimeout } = config;
  const start = startTimeout === undefined ? {} : { startTimeout };
  if (config.type === 'stdio') {
    // The same parts as before a start: a person adds what they read here.
    const args = argumentsParts(config.command, config.args, config.env).map((pieces) =>
      pieces.map(({ text, hidden }) => (hidden ? masked : text)).join(''),
    );
    return {
      type: 'stdio',
      command: config.command,
      args,
      ...(config.cwd === undefined ? {} : { cwd: config.cwd }),
      ...(config.startIn === undefined ? {} : { startIn: config.startIn }),
      envNames: Object.keys(config.env),
      ...start,
    };
  }
  const { type, url, headers } = config;
  return { type, url: maskUrl(url), headerNames: Object.keys(headers), ...start };
}

/**
 * An address whose user info, credential parameters and path tokens are masked where that's
 * certain; all else stays readable. If programs disagree about its host the path isn't masked: what
 * is path to some is a host to others.
 */
export function maskUrl(text: string): string {
  const user = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? userInfo(text) : null;
  let result = '';
  let from = 0;
  for (const [start, end] of [
    ...(user === null ? [] : [[user.start, user.end] as const]),
    ...tokensHidden(text).map(({ start, end }) => [start, end] as const),
    ...parameters(text),
  ]) {
    result += text.slice(from, start) + masked;
    from = end;
  }
  return result + text.slice(from);
}
