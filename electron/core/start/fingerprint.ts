import type { ServerConfig } from '../server-config.ts';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';

/**
 * Identifies exactly what a person allows to start: command, arguments, folder and environment.
 * Environment values enter only as SHA-256, so that a stored fingerprint reveals none. A changed
 * variable is a different program (`NODE_OPTIONS`, `LD_PRELOAD`) and needs permission again.
 */
export function startFingerprint(config: Extract<ServerConfig, { type: 'stdio' }>): string {
  const env = Object.fromEntries(
    Object.entries(config.env).map(([name, value]) => [name, sha256(value)]),
  );
  const { command, args, cwd, startIn } = config;
  // Omitted if absent, so that permissions from before this field remain valid.
  const place = startIn === undefined ? {} : { startIn };
  return sha256(canonicalJson({ command, args, cwd: cwd ?? null, env, ...place }));
}

/**
 * Identifies what a person's permission to use a server covers: the exact command, or the address.
 * Headers are left out: a new key for the same address needs no question.
 */
export function consentFingerprint(config: ServerConfig): string {
  return config.type === 'stdio'
    ? startFingerprint(config)
    : sha256(canonicalJson({ contact: config.type, url: config.url }));
}
