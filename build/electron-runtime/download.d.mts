export function download(
  url: string,
  file: string,
  options?: { readonly stallMs?: number },
): Promise<string | null>;
