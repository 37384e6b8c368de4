import type { ServerTarget } from '../../../shared/model/server.ts';
import type { ServerConfig } from '../server-config.ts';
import { argumentParts } from '../start/argument.ts';
import { decodeText, isCredential, masked } from './mask.ts';

/**
 * The configuration as the interface may see it: names of secrets and never their values, however
 * short.
 */
export function maskedTarget(config: ServerConfig): ServerTarget {
  if (config.type === 'stdio') {
    // The same pieces as before a start: a person adds what they read here.
    const args = config.args.map((_, at) =>
      argumentParts(config.command, config.args, at)
        .map(({ text, hidden }) => (hidden ? masked : text))
        .join(''),
    );
    return {
      type: 'stdio',
      command: config.command,
      args,
      ...(config.cwd === undefined ? {} : { cwd: config.cwd }),
      envNames: Object.keys(config.env),
    };
  }
  return { type: config.type, url: maskUrl(config.url), headerNames: Object.keys(config.headers) };
}

/**
 * An address with user info and credential parameters masked; other parameters stay readable. A
 * backslash ends the host as a slash does: what precedes it must not be taken for a user's name.
 */
export function maskUrl(text: string): string {
  return text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#\\]*@/i, `$1${masked}@`)
    .replace(
      /([?&])([^=&#]*)=([^&#]*)/g,
      (whole: string, mark: string, name: string, value: string) =>
        isCredential(decodeText(name), decodeText(value)) ? `${mark}${name}=${masked}` : whole,
    );
}
