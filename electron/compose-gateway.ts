import { setTimeout as wait } from 'node:timers/promises';
import { composeCore, type ComposeOptions } from './compose-core.ts';
import { identityPin } from './core/decisions/identity.ts';
import type { SkillExposure } from './core/hosts/host.ts';
import { offered } from './gateway/policy/methods.ts';
import { text } from './gateway/policy/message.ts';
import type { OpenedServer, OpenUpstream } from './gateway/session/host-requests.ts';
import type { HostClient } from './gateway/session/host-client.ts';
import type { UnservedSkill } from './gateway/session/host-knowledge.ts';
import { ServerConnection, whyNot } from './gateway/session/server-connection.ts';
import { GatewayAudit } from './gateway/session/gateway-audit.ts';
import type { SkillCatalogue } from './engine/catalogue/catalogue.ts';
import type { CatalogueServer } from './engine/catalogue/server.ts';
import type { ServerSession } from './engine/ports/session.ts';
import { hostEnvironment } from './mcp/environment.ts';
import { openWaiting } from './storage/host-requests.ts';
import { err, ok, type Result } from '../shared/result.ts';

export interface GatewayOptions {
  readonly compose: ComposeOptions;
  /** The server's label. */
  readonly server: string;
  /** What it must be, or null for whatever the label names. */
  readonly identity: string | null;
  /** In which ways the host is shown skills, beside the extension. */
  readonly exposes: readonly SkillExposure[];
  /** One line for the person who reads the host's log. */
  readonly complain: (line: string) => void;
}

/**
 * Gives what brings a server up for one host: stores, catalogue and connection of its own, so that
 * sessions share nothing but the files. Why it cannot goes to the host and to its log.
 */
export function upstreamOpener(options: GatewayOptions): OpenUpstream {
  return async (host) => {
    const opened = await open(options, host);
    if (!opened.ok) options.complain(opened.error);
    return opened;
  };
}

async function open(
  options: GatewayOptions,
  host: HostClient,
): Promise<Result<OpenedServer, string>> {
  const { compose, server: label, identity } = options;
  const early: { session: ServerSession | null; upstream: ServerConnection | null } = {
    session: null,
    upstream: null,
  };
  const name = text(host.info, 'name') ?? '';
  const version = text(host.info, 'version') ?? '';
  const core = await composeCore({
    ...compose,
    autoRetry: true,
    keepLog: false,
    gateway: {
      server: label,
      clientInfo: { ...host.info, name: name === '' ? 'unnamed host' : name, version },
      capabilities: offered(host.capabilities),
      environment: hostEnvironment(compose.place.env),
      onSession: (session) => {
        early.session = session;
        early.upstream?.took(session);
      },
      onMissed: () => early.upstream?.missed(),
    },
  });
  if (!core.ok) return core;
  const { app, dataFolder } = core.value;
  const close = async (): Promise<void> => app.shutDown();
  const server = app.catalogue.servers.get(label);
  const fault =
    server === undefined ? noServer(label, app.catalogue) : notWhatItMustBe(server, identity);
  if (server === undefined || fault !== null) {
    await close();
    return err(fault ?? '');
  }
  const mask = (line: string): string => app.links.mask(server)(line, Number.POSITIVE_INFINITY);
  const upstream = new ServerConnection(app, server);
  early.upstream = upstream;
  upstream.onUnserved = unservedTeller(({ uri, why }) => {
    const reason = unservedWords[why];
    return `${label}: ${mask(uri)} is approved but can’t be served to apps: ${reason}`;
  }, options.complain);
  const unfollow = app.follow();
  if (!(await app.links.connect(server))) {
    unfollow();
    const why = `${label}: ${whyNot(server)}`;
    for (const line of app.links.stderr(server).slice(-20)) options.complain(`${label}| ${line}`);
    await close();
    return err(why);
  }
  if (early.session !== null && upstream.session === null) upstream.took(early.session);
  const { state } = app.approvals;
  if (state.status !== 'ready') options.complain(`${label}: serving no skills: ${state.message}`);
  const witness = new GatewayAudit({
    approvals: app.approvals,
    waiting: openWaiting(dataFolder),
    clock: app.clock,
    server,
    mask,
    host: { name, version },
  });
  await firstListing(upstream, early.session);
  return ok({
    upstream,
    witness,
    exposes: new Set(options.exposes),
    tellOfTools: (names, isHidden) =>
      options.complain(`${label}: ${toolsText(isHidden)}: ${names.map(mask).join(', ')}`),
    close: async () => {
      unfollow();
      await witness.settled();
      await close();
    },
  });
}

const toolsText = (isHidden: boolean): string =>
  `tools of the server's can bring skills that weren’t approved, ${
    isHidden ? 'and the policy hides them' : 'unless a policy hides them (hideSkillTools)'
  }`;

/**
 * What the instructions may name is known once the skills are. A server that asks its host first,
 * such as for roots, may list nothing before the answer, which only a host that is let in can give.
 */
async function firstListing(
  upstream: ServerConnection,
  session: ServerSession | null,
): Promise<void> {
  const listed = upstream.listedOnce();
  await Promise.race([listed, session?.relay?.asked.then(askedFirst) ?? listed]);
}

/**
 * How long a listing may take that waits for the host's answer to a question of the server's (ms).
 */
const askedFirst = (): Promise<void> => wait(2_000, undefined, { ref: false });

/** Lines about skills that can't be given; the server decides how many there are. */
const mostSaid = 100;
const unservedWords: Readonly<Record<UnservedSkill['why'], string>> = {
  frontmatter: 'its SKILL.md lacks the name or description that apps need',
  unread: 'a file that provides a size or the frontmatter couldn’t be read',
  files: 'the server no longer says which files it has',
};

/** Says of each skill once that it can't be given. */
function unservedTeller(
  inWords: (skill: UnservedSkill) => string,
  complain: GatewayOptions['complain'],
): ServerConnection['onUnserved'] {
  const said = new Set<string>();
  return (unserved) => {
    for (const skill of unserved) {
      const line = inWords(skill);
      if (said.size < mostSaid && said.size < said.add(line).size) complain(line);
    }
  };
}

/** The servers of a list that cannot be read are not there either, and that is the reason. */
function noServer(label: string, { servers }: Pick<SkillCatalogue, 'servers'>): string {
  const [unread] = [...servers.values()].flatMap(({ configured: { config } }) =>
    config.ok ? [] : [config.error],
  );
  return unread === undefined
    ? `No server is labeled ${label}.`
    : `No server labeled ${label} can be started: ${unread}`;
}

/** The attacker has changed what a label stands for; the host's configuration says what it was. */
function notWhatItMustBe(
  { label, identity }: CatalogueServer,
  pinned: string | null,
): string | null {
  if (pinned === null) return null;
  const isPinned =
    identity !== null &&
    (identityPin(identity) === pinned || (identity.kind === 'http' && identity.url === pinned));
  return isPinned
    ? null
    : `${label} isn’t the server that this app was set up for (--identity). Nothing was started.`;
}
