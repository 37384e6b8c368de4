import { composeCore } from '../../electron/compose-core.ts';
import { shutDown } from '../../electron/usecases/application.ts';
import { connect } from '../../electron/usecases/link/connect.ts';
import { list } from '../../electron/usecases/listing/list.ts';
import { verifySkills } from '../../electron/usecases/reading/verify.ts';
import { peakMemory, stopwatch } from './measure.mjs';

// `product.mjs CONFIG HOME`: what `skillgate verify` does, through the same composed core: one
// server is connected to, listed, and every file of every skill is read and checked. Prints
// one line of JSON.
const [config = '', home = ''] = process.argv.slice(2);
const never = new AbortController().signal;

const core = await composeCore({
  place: { platform: process.platform, home, env: { SKILLGATE_HOME: home } },
  cwd: home,
  version: '0.0.0',
  userName: 'bench',
  sample: { command: process.execPath, args: [] },
  sessionConfig: config,
  autoRetry: false,
  keepLog: false,
});
if (!core.ok) throw new Error(core.error);
const { ctx } = core.value;
const [server] = [...ctx.world.servers.values()];
if (server === undefined || !(await connect(ctx, server)))
  throw new Error(`not connected: ${JSON.stringify(server?.connection)}`);

const listing = stopwatch();
await list(ctx, server, never);
const listed = listing();
const skills = [...server.skills.values()];
const verifying = stopwatch();
await verifySkills(ctx, server, skills, { signal: never, keep: false }, { report: () => {} });
const verified = verifying();

let files = 0;
let matching = 0;
for (const skill of skills) {
  for (const verdict of skill.verdicts.values()) {
    files += 1;
    if (verdict.status === 'verified') matching += 1;
  }
}
const peakMB = peakMemory();
await shutDown(ctx);
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
