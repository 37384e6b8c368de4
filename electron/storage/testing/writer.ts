import { openStore, put } from './forge.ts';

// Run as a process of its own: writes `count` decisions one after the other, saying each when it is
// durable. On a busy machine each of eight waits longer for its turn than a person would.
const [folder = '', prefix = '', count = '0'] = process.argv.slice(2);
const store = await openStore(folder, { lockWaitMs: 100_000 });
for (let index = 0; index < Number(count); index += 1) {
  const done = await store.commit([put(`${prefix}-${index}`)]);
  if (!done.ok) throw new Error(done.error.message);
  process.stdout.write(`${prefix}-${index}\n`);
}
await store.close();
