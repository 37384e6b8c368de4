import { err, ok, type Result } from '../../../shared/result.ts';

/** A value that stood in `servers.json`, and what it may be used for. */
export interface KeptSecret {
  readonly value: string;
  /** The one target and field that it is given to; another one never gets it. */
  readonly use: string;
}

/** What the encrypted file holds. What a later version has beside it stays. */
export interface VaultContents {
  /** Of signing in, newest first; whoever keeps them knows their shape. */
  readonly grants: readonly Readonly<Record<string, unknown>>[];
  readonly secrets: Readonly<Record<string, KeptSecret>>;
  /** Secrets that are on their way into `servers.json` or out of it: that file decides. */
  readonly unsettled: readonly string[];
}

export const nothing: VaultContents = { grants: [], secrets: {}, unsettled: [] };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSecret = (value: unknown): value is KeptSecret =>
  isObject(value) && typeof value['value'] === 'string' && typeof value['use'] === 'string';

/** Nobody else can have written it: what is not understood is a fault of ours, or of a later one. */
export function parseContents(text: string): Result<VaultContents, 'damaged'> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err('damaged');
  }
  if (!isObject(value)) return err('damaged');
  const { grants, secrets, unsettled } = value;
  if (!Array.isArray(grants) || !grants.every(isObject)) return err('damaged');
  if (!isObject(secrets) || !Object.values(secrets).every(isSecret)) return err('damaged');
  if (!Array.isArray(unsettled) || !unsettled.every((id) => typeof id === 'string'))
    return err('damaged');
  return ok(value as unknown as VaultContents);
}
