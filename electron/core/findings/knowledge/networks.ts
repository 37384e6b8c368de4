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
export const isMetadata = (address: string): boolean =>
  address === '169.254.169.254' || address === '169.254.170.2' || address === '100.100.100.200';
