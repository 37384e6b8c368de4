import type { ServerTarget } from '../../../shared/model/server.ts';
import type { ServerConfig } from '../server-config.ts';
import { isCredential, masked, maskSecrets, secretArguments, urlSecrets } from './mask.ts';

/** The configuration as the interface may see it: names of secrets and never their values. */
export function maskedTarget(config: ServerConfig): ServerTarget {
  if (config.type === 'stdio') {
    const secrets = secretArguments(config.args);
    const args = config.args.map((arg) => maskSecrets(arg, secrets));
    return { type: 'stdio', command: config.command, args, ...(config.cwd === undefined ? {} : { cwd: config.cwd }), envNames: Object.keys(config.env) };
  }
  return { type: config.type, url: maskUrl(config.url), headerNames: Object.keys(config.headers) };
}

/** An address with user info and credential parameters masked; other parameters stay readable. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  const shown = maskSecrets(text, urlSecrets(text, isCredential));
  return url.username === '' && url.password === '' ? shown : shown.replace(/\/\/[^/?#]*@/, `//${masked}@`);
}
