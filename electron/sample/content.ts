import columns from './skills/release-notes/assets/columns.png?inline';

/**
 * The sample's files as they stand under `skills/`, built into the program: it needs no folder at
 * run time.
 */
const texts = import.meta.glob<string>(['./skills/**/*', '!./skills/**/*.png'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const images: Readonly<Record<string, string>> = {
  './skills/release-notes/assets/columns.png': columns,
};

export type SampleFiles = Readonly<Record<string, string | Uint8Array>>;

/** Every file of the folder `skills/<path>`, by its path inside that folder. */
export function filesOf(path: string): SampleFiles {
  const root = `./skills/${path}/`;
  const found: Record<string, string | Uint8Array> = {};
  for (const [name, text] of Object.entries(texts)) {
    if (name.startsWith(root)) found[name.slice(root.length)] = text;
  }
  for (const [name, address] of Object.entries(images)) {
    if (name.startsWith(root))
      found[name.slice(root.length)] = Buffer.from(
        address.slice(address.indexOf(',') + 1),
        'base64',
      );
  }
  return found;
}
