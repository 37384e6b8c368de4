/** Offers text as a file, made in the page: nothing is sent anywhere. */
export function download(page: Window & typeof globalThis, name: string, text: string): void {
  // Plain bytes: a browser that knows the type may show it instead.
  const blob = new page.Blob([text], { type: 'application/octet-stream' });
  const url = page.URL.createObjectURL(blob);
  const link = page.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address when it handles the click, after this turn.
  page.setTimeout(() => page.URL.revokeObjectURL(url), 10_000);
}
