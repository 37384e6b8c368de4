/** The host of an address, in lower case; empty where none stands there. */
export const hostOf = (address: string): string =>
  /^["'\s]*[a-z]+:\/\/(?:[^@/\s]*@)?(\[[^\]]+\]|[^/:?#\s"']+)/i.exec(address)?.[1]?.toLowerCase() ??
  '';

/** This machine, or a place that only this network has. */
export const isLocal = (host: string): boolean =>
  /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|.*\.(?:local|localhost|internal|test))$/.test(
    host,
  );

/** What services call themselves in their addresses where that is not the name of the variable. */
const hosts: Readonly<Record<string, string>> = {
  aws: 'amazonaws|aws',
  azure: 'azure|microsoft|windows',
  cf: 'cloudflare',
  dd: 'datadog',
  fb: 'facebook',
  gcp: 'google',
  gemini: 'google',
  gh: 'github',
  google: 'google|gstatic',
  hf: 'huggingface|hf\\.co',
  meta: 'facebook|instagram|whatsapp',
  openai: 'openai|azure',
  tg: 'telegram',
  twitter: 'twitter|x\\.com',
  x: 'twitter|x\\.com',
};
/** Names that say nothing of whose secret it is. */
const generic =
  /^(?:access|admin|api|app|auth|authentication|authorization|basic|bearer|bot|client|cookie|credential|credentials|csrf|env|id|login|my|new|oauth|password|refresh|secret|service|session|test|the|token|upload|user|username|webhook|your)$/i;
/** What nobody sends to a service to say who asks. */
const neverSent =
  /^(?:database_url|db_url|db_password|ssh_|private_key|jwt_secret|signing|encryption|mnemonic|master_|wallet_)|private_key$/i;

/**
 * True where a secret of one service goes to the address of another. What cannot be told (a name
 * that says nothing, an address that is not known) is none.
 */
export function isForeign(variable: string, address: string): boolean {
  const host = hostOf(address);
  if (host === '' || isLocal(host)) return false;
  if (neverSent.test(variable)) return true;
  const service = variable
    .split('_')
    .find((part) => !generic.test(part) && part.length > 1 && part !== 'KEY');
  if (service === undefined) return false;
  const known = Object.hasOwn(hosts, service.toLowerCase())
    ? hosts[service.toLowerCase()]
    : undefined;
  const own = new RegExp(known ?? service.toLowerCase().replace(/\W/g, ''));
  return !own.test(address.toLowerCase().replaceAll(/[-_]/g, ''));
}
