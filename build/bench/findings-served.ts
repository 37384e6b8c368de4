import { monitorEventLoopDelay } from 'node:perf_hooks';
import { list } from '../../electron/engine/listing/list.ts';
import { verifySkills } from '../../electron/engine/reading/verify.ts';
import { stopwatch } from './measure.mjs';
import { opened } from './opened.ts';

// `findings-served.mjs CONFIG HOME [FOLDER]`: verifies every skill of one server, inspecting each
// file with the build in FOLDER if given. Prints one line of JSON. It measures the event loop that
// a window's requests use.
const [config = '', home = '', findings] = process.argv.slice(2);
const never = new AbortController().signal;
const { app, server } = await opened(config, home, findings);
await list(app, server, never);
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
const time = stopwatch();
await verifySkills(
  app,
  [...server.skills.values()],
  { signal: never, keep: false },
  { report: () => {} },
);
const verified = time();
await app.inspections.settled();
const done = time();
delays.disable();
let files = 0;
let found = 0;
let notInspected = 0;
for (const { held } of server.skills.values()) {
  files += held.verdicts.size;
  for (const one of held.inspected.values()) {
    found += one.findings.length;
    notInspected += one.notInspected.length;
  }
}
const inspected = [...server.skills.values()].reduce((n, { held }) => n + held.inspected.size, 0);
await app.shutDown();
const ms = (value: number): number => value / 1e6;
console.log(
  JSON.stringify({
    files,
    inspected,
    found,
    notInspected,
    verified,
    done,
    blockedMs: { p99: ms(delays.percentile(99)), longest: ms(delays.max) },
  }),
);
