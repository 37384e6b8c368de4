import { readFileSync } from 'node:fs';
import { against, median, rounded } from '../numbers.mjs';
import { byTurns, compared } from './by-turns.mjs';
import { listAll, openPeer } from './peer.mjs';
import { stageOf } from './stage.mjs';

/** Number of approved skills, and how often each side starts. */
const sizes = [
  [1, 7],
  [50, 7],
  [2_500, 5],
];
const rounds = 400;
const width = 16;

/**
 * How much longer an app waits because of the gateway: the same requests to the same server,
 * directly and through the gateway, alternating in one run.
 */
export async function measureGateway({ cli, decider, scratch, say }) {
  const figures = [];
  for (const [skills, starts] of sizes) {
    say(`gateway: ${skills} skills`);
    const stage = stageOf({ cli, decider, scratch, skills });
    const first = await firstLists(stage, skills, starts);
    const then = await requests(stage, skills);
    const targets = { ...first.targets, ...then.targets };
    figures.push({ skills, ...first, ...then, targets });
  }
  return figures;
}

const openers = ({ direct, through, env }) => ({
  direct: () => openPeer(direct),
  gateway: () => openPeer(through, env),
});

/**
 * The first complete list of a fresh program. The gateway lists before it answers, so its start
 * counts, too.
 */
async function firstLists(stage, skills, starts) {
  const open = openers(stage);
  const listed = { direct: [], gateway: [] };
  const fromStart = await byTurns(starts, async (side) => {
    const peer = open[side]();
    await peer.ask('server/discover');
    const began = performance.now();
    const list = await listAll(peer);
    listed[side].push(performance.now() - began);
    if (list.length !== skills) throw new Error(`${side} listed ${list.length} of ${skills}`);
    await peer.close();
  });
  const ratio = (times) => median(times.gateway) / median(times.direct);
  return {
    starts,
    firstList: compared(listed),
    startListAndEnd: compared(fromStart),
    targets: { firstListOverDirect: against(ratio(listed), 1.6) },
  };
}

async function requests(stage, skills) {
  const open = openers(stage);
  const peers = { direct: open.direct(), gateway: open.gateway() };
  for (const peer of Object.values(peers)) await peer.ask('server/discover');
  const files = (await listAll(peers.direct)).flatMap(({ resources }) => resources);
  await listAll(peers.gateway);
  const waiting = memoryOf(peers.gateway.pid);
  const again = { direct: [], gateway: [] };
  for (let round = 0; round < 7; round += 1)
    for (const side of ['direct', 'gateway']) {
      const began = performance.now();
      await listAll(peers[side]);
      again[side].push(performance.now() - began);
    }
  // A step without a common factor, so consecutive requests are about different skills.
  const read = (round) => ['resources/read', { uri: files[(round * 37) % files.length].uri }];
  const call = (round) => ['tools/call', { name: 'echo', arguments: { round } }];
  const one = async (side, [method, params]) => {
    const { result, error } = await peers[side].ask(method, params);
    if (result === undefined) throw new Error(`${side}: ${method}: ${JSON.stringify(error)}`);
  };
  const many = (side, batch, what) =>
    Promise.all(Array.from({ length: width }, (_, at) => one(side, what(batch * width + at))));
  const measured = async (what, count, by = one) => {
    await byTurns(count / 8, (side, round) => by(side, by === one ? what(round) : round, what));
    return byTurns(count, (side, round) => by(side, by === one ? what(round) : round, what));
  };
  const reads = await measured(read, rounds);
  const calls = await measured(call, rounds);
  const readsAtOnce = await measured(read, rounds / 4, many);
  const callsAtOnce = await measured(call, rounds / 4, many);
  const memory = memoryOf(peers.gateway.pid);
  for (const peer of Object.values(peers)) await peer.close();
  const more = compared(reads).moreMs;
  return {
    rounds,
    secondList: compared(again),
    read: compared(reads),
    toolCall: compared(calls),
    [`${width}ReadsAtOnce`]: compared(readsAtOnce),
    [`${width}ToolCallsAtOnce`]: compared(callsAtOnce),
    memoryMB: { waiting, afterwards: memory },
    targets: {
      ...(skills === 50 ? { secondListMs: against(median(again.gateway), 5) } : {}),
      ...(skills === 2_500 ? { secondListMs: against(median(again.gateway), 60) } : {}),
      ...(skills === 50 && waiting !== null
        ? {
            waitingMB: against(waiting.resident, 65),
            waitingProportionalMB: against(waiting.proportional, 32),
          }
        : {}),
      ...(skills === 2_500 && waiting !== null ? { waitingMB: against(waiting.resident, 90) } : {}),
      readMoreMsP50: against(more.p50, 2),
      readMoreMsP95: against(more.p95, 5),
      toolCallMoreMsP50: against(compared(calls).moreMs.p50, 1),
      ...(skills === 2_500 && memory !== null ? { peakMB: against(memory.peak, 150) } : {}),
    },
  };
}

/**
 * Memory of the gateway's own process, in 10^6 bytes: resident, at its peak, and with its share of what
 * it shares with others. Linux only, null elsewhere.
 */
function memoryOf(pid) {
  if (process.platform !== 'linux') return null;
  const of = (file, key) => {
    const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
    const [, kilobytes] = new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(text) ?? [];
    return rounded((Number(kilobytes) * 1_024) / 1e6);
  };
  return {
    resident: of('status', 'VmRSS'),
    peak: of('status', 'VmHWM'),
    proportional: of('smaps_rollup', 'Pss'),
  };
}
