/** Of a page, so much is looked at for its title, and for so long. */
const lookedAtBytes = 64 * 1024;
const lookMs = 2_000;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  apos: "'",
  ...{ mdash: '—', ndash: '–', hellip: '…', middot: '·', bull: '•' },
  ...{ laquo: '«', raquo: '»', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
  ...{ copy: '©', reg: '®', trade: '™' },
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

/** The character of `#8212` or `#x2014`. */
function numbered(name: string): string | undefined {
  const code = /^#x[\da-f]{1,6}$/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : /^#\d{1,7}$/.test(name)
      ? Number(name.slice(1))
      : 0;
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

function titleIn(text: string): string {
  const written = /<title[^>]{0,200}>([^<]{0,500})/i.exec(text)?.[1] ?? '';
  return written
    .replaceAll(
      /&(#?\w{1,8});/g,
      (whole, name: string) => entities[name] ?? numbered(name) ?? whole,
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
}
