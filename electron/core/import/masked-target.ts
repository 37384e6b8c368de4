import type { ServerTarget } from '../../../shared/model/server.ts';
import type { ServerConfig } from '../server-config.ts';
import { decodeText, isCredential, masked, maskSecrets, secretArguments } from './mask.ts';

/**
 * The configuration as the interface may see it: names of secrets and never their values, however
 * short.
 */
export function maskedTarget(config: ServerConfig): ServerTarget {
  if (config.type === 'stdio') {
    const secrets = secretArguments(config.args);
    const args = config.args.map((arg) => maskArgument(arg, secrets));
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

/** An address with user info and credential parameters masked; other parameters stay readable. */
export function maskUrl(text: string): string {
  return text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${masked}@`)
    .replace(
      /([?&])([^=&#]*)=([^&#]*)/g,
      (whole: string, mark: string, name: string, value: string) =>
        isCredential(decodeText(name), decodeText(value)) ? `${mark}${name}=${masked}` : whole,
    );
}

function maskArgument(arg: string, secrets: readonly string[]): string {
  if (secrets.includes(arg)) return masked;
  const joined = secrets.find((secret) => arg.endsWith(`=${secret}`));
  if (joined !== undefined && arg.startsWith('-'))
    return arg.slice(0, arg.length - joined.length) + masked;
  return maskSecrets(/^https?:/i.test(arg) ? maskUrl(arg) : arg, secrets);
}
