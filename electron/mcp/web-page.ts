/** Of a page, so much is looked at for its title, and for so long. */
const lookedAtBytes = 64 * 1024;
const lookMs = 2_000;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** Whether an answer says of itself that it is a page for a browser. */
export const isPage = (response: Response): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)\b/i.test(response.headers.get('content-type') ?? '');

/**
 * The beginning of a page, and its title, '' where it has none. The server chooses both, and how
 * slowly they come: what has not come in time is left.
 */
export async function beginningOf(
  body: ReadableStream<Uint8Array>,
): Promise<{ readonly text: string; readonly title: string }> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, lookMs, null)));
  while (bytes < lookedAtBytes) {
    const read = await Promise.race([reader.read().catch(() => null), late]);
    if (read === null || read.done) break;
    chunks.push(read.value);
    bytes += read.value.length;
  }
  clearTimeout(timer);
  void reader.cancel().catch(() => {});
  const text = Buffer.concat(chunks).subarray(0, lookedAtBytes).toString('utf8');
  return { text, title: titleIn(text) };
}

function titleIn(text: string): string {
  const written = /<title[^>]{0,200}>([^<]{0,500})/i.exec(text)?.[1] ?? '';
  return written
    .replaceAll(/&(#?\w{2,5});/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
