import { visible } from '../../core/text.ts';
import type {
  AskedSkill,
  WaitingFile,
  WaitingSkill,
  WaitingView,
} from '../../../shared/model/waiting.ts';

/** Most hosts that one line names. */
const mostHostsNamed = 5;

/** Each change goes to every window whole. */
const mostShown = 500;

/** The line that an entry belongs to: one for a skill, however many hosts asked for it. */
export const keyOf = ({ server, identity, uri }: WaitingSkill): string =>
  JSON.stringify([server, identity, uri]);

/**
 * The waiting list for display, one line per skill, latest first. The attacker is a host or a
 * server that writes into the file, so its words are made visible again. `isOtherServer` marks a
 * line whose label now means another server.
 */
export function waitingView(
  { waiting, dropped }: WaitingFile,
  isOtherServer: (one: WaitingSkill) => boolean,
): WaitingView {
  const lines = new Map<string, AskedSkill>();
  for (const one of waiting.toReversed()) {
    const key = keyOf(one);
    const line = lines.get(key);
    const host = visible(`${one.host.name} ${one.host.version}`.trim(), 120);
    if (line === undefined) {
      lines.set(key, {
        key,
        server: one.server,
        isOtherServer: isOtherServer(one),
        uri: one.uri,
        name: visible(one.name, 200),
        standing: one.standing,
        how: one.how,
        hosts: [host],
        moreHosts: 0,
        firstAt: one.firstAt,
        lastAt: one.lastAt,
        count: one.count,
      });
      continue;
    }
    const isNamed = line.hosts.includes(host);
    const fits = line.hosts.length < mostHostsNamed;
    lines.set(key, {
      ...line,
      hosts: isNamed || !fits ? line.hosts : [...line.hosts, host],
      moreHosts: line.moreHosts + (isNamed || fits ? 0 : 1),
      firstAt: one.firstAt < line.firstAt ? one.firstAt : line.firstAt,
      lastAt: one.lastAt > line.lastAt ? one.lastAt : line.lastAt,
      count: line.count + one.count,
    });
  }
  const skills = [...lines.values()];
  return {
    skills: skills.slice(0, mostShown),
    dropped: dropped + Math.max(0, skills.length - mostShown),
    problem: null,
  };
}
