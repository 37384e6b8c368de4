export function keychainPart(
  root: string,
  machine?: { readonly platform: string; readonly arch: string },
): { readonly file: string; readonly folders: readonly string[] };
export function addKeychain(parts: { readonly file: string; readonly command: string }): void;
