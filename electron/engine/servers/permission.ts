import { consentFingerprint } from '../../core/start/fingerprint.ts';
import type { EngineOptions } from '../options.ts';
import type { ConsentStore, ServerConfig } from '../ports/servers.ts';

interface PermissionParts {
  readonly consents: Pick<ConsentStore, 'state'>;
  readonly options: Pick<EngineOptions, 'allowedByList'>;
}

/**
 * Whether a person allowed this very command, or this address, under this label. Asked before each
 * connection, whatever leads to it, and nowhere is anything started without.
 */
export async function permissionState(
  { consents, options }: PermissionParts,
  label: string,
  config: ServerConfig,
): ReturnType<ConsentStore['state']> {
  const fingerprint = consentFingerprint(config);
  return options.allowedByList.has(fingerprint) ? 'allowed' : consents.state(label, fingerprint);
}
