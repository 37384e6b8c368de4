import { createInterface } from 'node:readline';
import { openStore, put } from './forge.ts';

// A process of its own over one data folder. Says `ready` when the folder is open, and `saw NAME
// TIME` (ms since the epoch) for every decision of others. `go PREFIX` makes it decide without end,
// `put NAME` once; each decision is said as `did NAME` when it is durable.
const [folder = ''] = process.argv.slice(2);
const store = await openStore(folder);
const seen = new Set(store.all().map(({ name }) => name));
store.onChange(() => {
  const at = Date.now();
  for (const { name } of store.all()) {
    if (seen.has(name)) continue;
    seen.add(name);
    process.stdout.write(`saw ${name} ${at}\n`);
  }
});

async function decide(name: string): Promise<void> {
  seen.add(name);
  const done = await store.commit([put(name)]);
  if (!done.ok) throw new Error(done.error.message);
  process.stdout.write(`did ${name}\n`);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, name = ''] = line.split(' ');
  if (word === 'put') void decide(name);
  else if (word === 'go')
    void (async () => {
      for (let index = 0; ; index += 1) await decide(`${name}-${index}`);
    })();
});
process.stdin.on('end', () => process.exit(0));
process.stdout.write('ready\n');
