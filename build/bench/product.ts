import { list } from '../../electron/engine/listing/list.ts';
import { verifySkills } from '../../electron/engine/reading/verify.ts';
import { peakMemory, stopwatch } from './measure.mjs';
import { opened } from './opened.ts';

// `product.mjs CONFIG HOME`: what `skillgate verify` does, through the same core: connects to one
// server, lists it, and loads and checks every file of every skill. Prints one line of JSON.
const [config = '', home = ''] = process.argv.slice(2);
const never = new AbortController().signal;

const { app, server } = await opened(config, home);

const listing = stopwatch();
await list(app, server, never);
const listed = listing();
const skills = [...server.skills.values()];
const verifying = stopwatch();
await verifySkills(app, skills, { signal: never, keep: false }, { report: () => {} });
const verified = verifying();

let files = 0;
let matching = 0;
for (const { held } of server.skills.values()) {
  for (const verdict of held.verdicts.values()) {
    files += 1;
    if (verdict.status === 'verified') matching += 1;
  }
}
const peakMB = peakMemory();
await app.shutDown();
console.log(
  JSON.stringify({
    skills: skills.length,
    files,
    matching,
    list: listed,
    verify: verified,
    peakMB,
  }),
);
