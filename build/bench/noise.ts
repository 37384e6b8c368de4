import { monitorEventLoopDelay } from 'node:perf_hooks';
import { composeCore } from '../../electron/compose-core.ts';
import { quantile } from './numbers.mjs';

// `noise.mjs CONFIG HOME MS`: a window's core with two servers, `honest` and `noisy`. Measures for MS
// how late its event loop is, and how long each server's requests take. Prints one line of JSON.
const [config = '', home = '', ms = '4000'] = process.argv.slice(2);

const core = await composeCore({
  place: { platform: process.platform, home, env: { SKILLGATE_HOME: home } },
  cwd: home,
  version: '0.0.0',
  userName: 'bench',
  sample: { command: process.execPath, args: [] },
  sessionConfig: config,
  allowStart: true,
  autoRetry: true,
  keepLog: true,
});
if (!core.ok) throw new Error(core.error);
const { app } = core.value;
app.log.onChange((change) => void JSON.stringify(change));
const named = (label: string) => {
  const server = app.catalogue.servers.get(label);
  if (server === undefined) throw new Error(`no server is called ${label}`);
  return server;
};
const [honest, noisy] = [named('honest'), named('noisy')];
for (const server of [honest, noisy])
  if (!(await app.links.connect(server)))
    throw new Error(`not connected: ${JSON.stringify(server.connection)}`);
await new Promise((done) => setTimeout(done, 1_000));

const delay = monitorEventLoopDelay({ resolution: 1 });
const cpu = process.cpuUsage();
delay.enable();
const until = performance.now() + Number(ms);
const timesOf = async (server: typeof honest, method: string, pauseMs: number) => {
  const times: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    await app.links.call(server, { method, params: {} }, { timeoutMs: 20_000 });
    times.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  return times;
};
const [of, ofNoisy] = await Promise.all([
  timesOf(honest, 'skills/list', 5),
  timesOf(noisy, 'skills/list', 50),
]);
delay.disable();
const { user, system } = process.cpuUsage(cpu);
// The monitor counts from one tick of its timer to the next.
const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - 1);
console.log(
  JSON.stringify({
    loopP95Ms: late(delay.percentile(95)),
    loopMaxMs: late(delay.max),
    cpuMsPerS: (user + system) / Number(ms),
    honestP50Ms: quantile(of, 0.5),
    honestP95Ms: quantile(of, 0.95),
    noisyP50Ms: quantile(ofNoisy, 0.5),
    noisyMaxMs: Math.max(...ofNoisy),
    peakMB: process.memoryUsage.rss() / 1e6,
  }),
);
await app.shutDown();
process.exit(0);
