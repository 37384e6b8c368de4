/** The host of an address in lowercase; empty if there is none. */
export const hostOf = (address: string): string =>
  /^["'\s]*[a-z]+:\/\/(?:[^@/\s]*@)?(\[[^\]]+\]|[^/:?#\s"']+)/i.exec(address)?.[1]?.toLowerCase() ??
  '';

/** This machine, or an address inside this network. */
export const isLocal = (host: string): boolean =>
  /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|.*\.(?:local|localhost|internal))$/.test(
    host,
  );

/** Services whose addresses use a different name than their variables. */
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
/** Names that don't say which service a secret belongs to. */
const generic =
  /^(?:access|admin|api|app|auth|authentication|authorization|basic|bearer|bot|client|cookie|credential|credentials|csrf|env|id|login|my|new|oauth|password|refresh|secret|service|session|test|the|token|upload|user|username|webhook|your)$/i;
/** Secrets that nobody sends to a service to sign in. */
const neverSent =
  /^(?:database_url|db_url|db_password|ssh_|private_key|jwt_secret|signing|encryption|mnemonic|master_|wallet_)|private_key$/i;

/**
 * True if a secret of one service goes to another's address; false if name or address don't say.
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

/** Hosts that nobody can own (RFC 2606), as documentation uses them. */
export const isDocumentationHost = (host: string): boolean =>
  /^(?:[\w-]+\.)*example\.(?:com|org|net)(?::\d+)?$/.test(host);

const part = (address: string, index: number): number => Number(address.split('.')[index] ?? 0);

/** This machine, addresses reserved for examples (RFC 5737), and well-known name servers. */
export function isKnownAddress(address: string): boolean {
  if (/^(?:127|0|255|22[4-9]|23\d)\.|^(?:192\.0\.2|198\.51\.100|203\.0\.113)\./.test(address))
    return true;
  if (
    /^(?:8\.8\.8\.8|8\.8\.4\.4|1\.1\.1\.1|1\.0\.0\.1|9\.9\.9\.9|1\.2\.3\.4|5\.6\.7\.8|208\.67\.22[02]\.22[02])$/.test(
      address,
    )
  )
    return true;
  return isMetadata(address);
}

/** RFC 1918, and the shared space of RFC 6598. */
export const isPrivate = (address: string): boolean =>
  part(address, 0) === 10 ||
  (part(address, 0) === 172 && part(address, 1) >= 16 && part(address, 1) < 32) ||
  (part(address, 0) === 192 && part(address, 1) === 168) ||
  (part(address, 0) === 100 && part(address, 1) >= 64 && part(address, 1) < 128);

/** Where clouds give a machine its credentials. */
const isMetadata = (address: string): boolean =>
  address === '169.254.169.254' || address === '169.254.170.2' || address === '100.100.100.200';
