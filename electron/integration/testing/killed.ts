import { writeSync } from 'node:fs';
import { itemsOf } from './deciding-many.ts';
import { openApp } from './app.ts';
import { placeAt, type Entry } from './place.ts';
import { until } from './until.ts';

// `killed.mjs PLACE COUNT ENTRY`: lists a server of COUNT skills, approves all of them, and kills
// its own process as soon as the first part is reported to be on disk.
const [root = '', count = '0', entry = '{}'] = process.argv.slice(2);
const app = await openApp({
  place: placeAt(root),
  session: { many: JSON.parse(entry) as Entry },
});
await app.settled('many');
const items = await itemsOf(app, 'many');
if (items.length !== Number(count)) throw new Error(`${items.length} skills are listed`);
await app.ask('decideMany', { action: 'approve', items, note: '', expiresAt: null });
const saved = await until(
  'the first part',
  () =>
    app.events.find(
      (event) => event.type === 'operation' && event.kind === 'approve' && event.done > 0,
    ),
  60_000,
);
writeSync(1, `${'done' in saved ? saved.done : 0}\n`);
process.kill(process.pid, 'SIGKILL');
