import { openStore, put } from './forge.ts';

// Run as a process of its own: writes `count` decisions one after the other, saying each when it is
// durable.
const [folder = '', prefix = '', count = '0'] = process.argv.slice(2);
const store = await openStore(folder);
for (let index = 0; index < Number(count); index += 1) {
  const done = await store.commit([put(`${prefix}-${index}`)]);
  if (!done.ok) throw new Error(done.error.message);
  process.stdout.write(`${prefix}-${index}\n`);
}
await store.close();
