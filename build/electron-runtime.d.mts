export function electronPath(): string | null;
export function noWindowReason(
  env?: Readonly<Record<string, string | undefined>>,
  platform?: string,
  uid?: number,
): string | null;
export function ensureElectron(): Promise<
  { path: string; reason?: undefined } | { path?: undefined; reason: string }
>;
