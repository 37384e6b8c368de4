import type { ServerConfig } from '../server-config.ts';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';

/**
 * Names exactly what a person allows to start: command, arguments, folder, and environment.
 * Environment values enter as SHA-256 only, so that a stored fingerprint gives none away.
 * Another value of a variable is another program (`NODE_OPTIONS`, `LD_PRELOAD`): it asks again.
 */
export function startFingerprint(config: Extract<ServerConfig, { type: 'stdio' }>): string {
  const env = Object.fromEntries(
    Object.entries(config.env).map(([name, value]) => [name, sha256(value)]),
  );
  const { command, args, cwd, startIn } = config;
  // Left out where there is none, so that what was allowed before there was one stays allowed.
  const place = startIn === undefined ? {} : { startIn };
  return sha256(canonicalJson({ command, args, cwd: cwd ?? null, env, ...place }));
}

/**
 * Names what a person's yes to using a server covers: the exact command, or the address. Headers
 * are left out: another key for the same address is contacted without a question.
 */
export function consentFingerprint(config: ServerConfig): string {
  return config.type === 'stdio'
    ? startFingerprint(config)
    : sha256(canonicalJson({ contact: config.type, url: config.url }));
}
