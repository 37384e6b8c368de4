import { openVault } from '../credentials/vault.ts';

// A process of its own over one vault whose key lies in a file: keeps `count` secrets one after the
// other, saying each when it is in the file.
const [folder = '', prefix = '', count = '0'] = process.argv.slice(2);
const vault = openVault(folder, { keychain: null });
for (let index = 0; index < Number(count); index += 1) {
  const id = `${prefix}-${index}`;
  const done = await vault.change((contents) => ({
    ...contents,
    secrets: { ...contents.secrets, [id]: { value: `value of ${id}`, use: 'test' } },
  }));
  if (!done.ok) throw new Error(done.error.message);
  process.stdout.write(`${id}\n`);
}
