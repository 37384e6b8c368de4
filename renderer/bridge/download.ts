/** Offers text as a download created in the page; nothing is sent anywhere. */
export function download(page: Window & typeof globalThis, name: string, text: string): void {
  // Plain bytes, because a browser that knows the type may display it instead.
  const blob = new page.Blob([text], { type: 'application/octet-stream' });
  const url = page.URL.createObjectURL(blob);
  const link = page.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoke later: the browser reads the address only after this turn.
  page.setTimeout(() => page.URL.revokeObjectURL(url), 10_000);
}
