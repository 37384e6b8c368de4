import { median, quantile, rounded } from '../numbers.mjs';

/**
 * Runs both sides alternately `rounds` times: the second finds the machine warm, so the order
 * alternates. `once(side, round)` runs one. Returns the times of each in ms.
 */
export async function byTurns(rounds, once) {
  const times = { direct: [], gateway: [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? ['direct', 'gateway'] : ['gateway', 'direct'];
    for (const side of order) {
      const began = performance.now();
      await once(side, round);
      times[side].push(performance.now() - began);
    }
  }
  return times;
}

/** p50 and p95 of both sides, and the gateway's overhead as a difference and a ratio. */
export function compared({ direct, gateway }) {
  const of = (figure) => ({ p50: rounded(figure(median)), p95: rounded(figure(p95)) });
  return {
    directMs: of((at) => at(direct)),
    gatewayMs: of((at) => at(gateway)),
    moreMs: of((at) => at(gateway) - at(direct)),
    overDirect: of((at) => at(gateway) / at(direct)),
  };
}

const p95 = (values) => quantile(values, 0.95);
