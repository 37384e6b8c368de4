import type { OAuthSettings } from '../server-config.ts';
import { isScope, isVschar } from '../oauth-text.ts';
import { parseUrl } from '../../../shared/url.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

/** Keys that are read. */
export const oauthKeys: ReadonlySet<string> = new Set([
  'clientId',
  'clientSecret',
  'clientMetadataUrl',
  'issuer',
  'scopes',
]);
const texts = ['clientId', 'clientSecret', 'clientMetadataUrl', 'issuer'] as const;

/** `oauth` of an entry; null if there is none. Other keys belong to other programs. */
export function readOAuth(value: unknown): Result<OAuthSettings | null, string> {
  // opencode writes `false` for a server that needs none.
  if (value === undefined || value === null || value === false) return ok(null);
  if (typeof value !== 'object' || Array.isArray(value)) return err('oauth is not an object');
  const entry = value as Readonly<Record<string, unknown>>;
  for (const key of texts)
    if (entry[key] !== undefined && (typeof entry[key] !== 'string' || entry[key].trim() === ''))
      return err(`oauth.${key} is not text`);
  for (const key of ['clientId', 'clientSecret'] as const)
    if (entry[key] !== undefined && !isVschar(entry[key]))
      return err(`oauth.${key} is not 1 to 1024 characters of ASCII`);
  if (entry['issuer'] !== undefined && !isAddress(entry['issuer']))
    return err('oauth.issuer is not an address');
  if (entry['clientSecret'] !== undefined && entry['clientId'] === undefined)
    return err('oauth has a clientSecret but no clientId');
  const scopes = scopesOf(entry['scopes']);
  if (scopes === null) return err('oauth.scopes is not a list of scopes');
  const given = texts.flatMap((key) => (entry[key] === undefined ? [] : [[key, entry[key]]]));
  return ok({ ...Object.fromEntries(given), ...(scopes.length === 0 ? {} : { scopes }) });
}

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:$/.test(parseUrl(value)?.protocol ?? '');

function scopesOf(value: unknown): readonly string[] | null {
  if (value === undefined) return [];
  const listed: unknown = typeof value === 'string' ? value.split(' ').filter(Boolean) : value;
  return Array.isArray(listed) && listed.every(isScope) ? listed : null;
}
