/** Offers text as a file, made in the page: nothing is sent anywhere. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address when it handles the click, after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
