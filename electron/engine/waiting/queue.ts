import { identityKey } from '../../core/decisions/identity.ts';
import type {
  WaitingSkill,
  WaitingView,
  AskedSkill,
  WaitingFile,
} from '../../../shared/model/waiting.ts';
import type { SkillCatalogue, CatalogueListener } from '../catalogue/catalogue.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { ApprovalsStore, WaitingStore } from '../ports/decisions.ts';
import { waitingNotices, type NoticeParts } from './notices.ts';
import { visible } from '../../core/text.ts';

export interface WaitingQueue {
  readonly current: WaitingView;
  /** Follows the file and the decisions from now on. Gives the way to end it. */
  follow(): () => void;
  /** Takes lines out that a person does not want to see. False when that could not be written. */
  dismiss(keys: readonly string[]): Promise<boolean>;
}

interface QueueParts extends NoticeParts {
  readonly waiting: WaitingStore;
  readonly catalogue: Pick<SkillCatalogue, 'servers' | 'listen'>;
  readonly approvals: Pick<ApprovalsStore, 'all' | 'onChange'>;
}

const restMs = 200;
const nothing: WaitingView = { skills: [], dropped: 0, problem: null };

/**
 * What hosts asked for and did not get, for a window. Entries leave by themselves once somebody has
 * decided about the skill, here or elsewhere.
 */
export function createWaitingQueue(parts: QueueParts): WaitingQueue {
  const { waiting, catalogue, approvals, publish, clock } = parts;
  const notices = waitingNotices(parts);
  let current = nothing;
  let looking = false;
  let again = false;

  const look = async (): Promise<void> => {
    const file = await waiting.read();
    if (!file.ok) return show({ ...nothing, problem: file.error });
    const decided = decidedIn(parts);
    if (file.value.waiting.some(decided) && (await waiting.remove(decided))) {
      const rest = file.value.waiting.filter((one) => !decided(one));
      return show(waitingView({ ...file.value, waiting: rest }, isOther));
    }
    return show(waitingView(file.value, isOther));
  };
  const isOther = (one: WaitingSkill): boolean => {
    const server = catalogue.servers.get(one.server);
    return server !== undefined && !isOf(server, one);
  };
  const show = (view: WaitingView): void => {
    if (JSON.stringify(view) === JSON.stringify(current)) return;
    current = view;
    publish({ type: 'waiting', waiting: view });
    notices.saw(view);
  };
  /** One look at a time; what changes meanwhile is looked at after. */
  const soon = (): void => {
    again = true;
    if (looking) return;
    looking = true;
    void (async () => {
      while (again) {
        again = false;
        await look();
        // However fast hosts ask, a window is not told more often.
        await new Promise<void>((go) => clock.after(restMs, go));
      }
      looking = false;
    })();
  };

  return {
    get current() {
      return current;
    },
    follow() {
      let isOver = false;
      const listener: CatalogueListener = {
        skills(changes) {
          if (isOver || current.skills.length === 0) return;
          if (changes.some(({ after }) => after !== null && isDecided(after.standing.kind))) soon();
        },
        // A label may mean another server from now on.
        server(_, patch) {
          if (!isOver && patch === null && current.skills.length > 0) soon();
        },
      };
      catalogue.listen(listener);
      const stops = [waiting.onChange(soon), approvals.onChange(soon)];
      soon();
      return () => {
        isOver = true;
        notices.stop();
        for (const stop of stops) stop();
      };
    },
    async dismiss(keys) {
      const gone = new Set(keys);
      const done = await waiting.remove((one) => gone.has(makeWaitingKey(one)));
      soon();
      return done;
    },
  };
}

const isDecided = (standing: string): boolean => standing === 'approved' || standing === 'denied';

/** The label alone says nothing: a person may have given it to another server since. */
const isOf = ({ identity }: Pick<CatalogueServer, 'identity'>, one: WaitingSkill): boolean =>
  (identity === null ? '' : identityKey(identity)) === one.identity;

/** Of a server that is not connected, whether there is a decision younger than the question. */
function decidedIn({ catalogue, approvals }: QueueParts): (one: WaitingSkill) => boolean {
  const decisions = new Map(
    approvals
      .all()
      .map(({ server, uri, decidedAt }) => [key(identityKey(server.identity), uri), decidedAt]),
  );
  return (one) => {
    const server = catalogue.servers.get(one.server);
    const held = server !== undefined && isOf(server, one) ? server.skills.get(one.uri) : undefined;
    if (held !== undefined) return isDecided(held.standing.kind);
    const at = decisions.get(key(one.identity, one.uri));
    return at !== undefined && at > one.lastAt;
  };
}

const key = (identity: string, uri: string): string => `${identity}\n${uri}`;

/** Most hosts that one line names. */
const mostHostsNamed = 5;

/** Each change goes to every window whole. */
const mostShown = 500;

/** The line that an entry belongs to: one for a skill, however many hosts asked for it. */
const makeWaitingKey = ({ server, identity, uri }: WaitingSkill): string =>
  JSON.stringify([server, identity, uri]);

/**
 * The file as a person reads it: a line for each skill, the latest first. The attacker is a host or
 * a server that controls the words in it: hidden characters are made visible, whoever wrote the
 * file. `isOtherServer` tells a line whose label means a different server by now.
 */
export function waitingView(
  { waiting, dropped }: WaitingFile,
  isOtherServer: (one: WaitingSkill) => boolean,
): WaitingView {
  const lines = new Map<string, AskedSkill>();
  for (const one of waiting.toReversed()) {
    const key = makeWaitingKey(one);
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
