import { visible } from '../../core/text.ts';
import { flagWords } from '../../../shared/start-advice.ts';
import { failureLine } from '../../../shared/connection-advice.ts';
import { parseFrontmatter } from '../../core/frontmatter/frontmatter.ts';
import { own } from '../../core/json.ts';
import { exactTextOf } from '../../core/media-type.ts';
import { mainFileOf } from '../../core/skill-place.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { list } from '../../engine/listing/list.ts';
import { openSkill } from '../../engine/listing/open-skill.ts';
import { load, type LoadedSkill } from '../../engine/load.ts';
import type { AppContext } from '../../engine/contexts.ts';
import type { FromServer, SessionRelay, ServerSession } from '../../engine/ports/session.ts';
import { isModern, meta, type ProtocolEra } from '../policy/methods.ts';
import { record } from '../policy/message.ts';
import type { LearnedFile, ServedSkill, ServedSkills } from '../policy/served-skill.ts';
import {
  concernsHosts,
  gathered,
  storeKey,
  type HostKnowledge,
  type UnservedSkill,
} from './host-knowledge.ts';

/** How long what follows from many changes of the catalogue waits for the next one (ms). */
const settleMs = 30;
/** How far apart listings are that the server's own notices cause (ms). */
const relistMs = 1_000;
/** How long the listing that a start makes may stand for the host's first one (ms). */
const openingMs = 5_000;
/** How long a listing stands at most while its server announces no change (ms). */
const mostKeptMs = 60_000;
/** How soon a server that couldn't be listed is asked again because a host wants something (ms). */
const unlistedMs = 2_000;
const changes: ReadonlySet<string> = new Set([
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/skills/list_changed',
]);
const never = new AbortController().signal;

/**
 * The server behind one host session: what is known of its skills, by the same use cases as in
 * the app, and the connection that the host's other messages go over.
 */
export class ServerConnection {
  readonly parts: AppContext;
  readonly server: CatalogueServer;
  /** Told when what a host may list has changed. */
  onShelf: () => void = () => {};
  /** Told after each listing of the approved skills that hosts do not get all the same. */
  onUnserved: (unserved: readonly UnservedSkill[]) => void = () => {};
  /** Another session than before: what was asked of the last one is asked again. */
  onSession: () => void = () => {};
  /** Any list of the server's may be another one, and nobody has said so. */
  onMissed: () => void = () => {};
  #session: ServerSession | null = null;
  #listener: ((message: FromServer) => void) | null = null;
  #known: HostKnowledge | null = null;
  #told: string | null = null;
  #tellsSoon = false;
  #listsSoon = false;
  #listedAt = 0;
  #firstListing: Promise<void> | null = null;
  #unlisted: string | null = null;
  #unlistedAt = 0;
  /** When the listing of the start ended; null once it was used, or something has changed. */
  #openedAt: number | null = null;
  /** Until when the last listing answers a host that lists again; 0 once something has changed. */
  #keptUntil = 0;
  /** Changes that the server has announced, and sessions it has begun. */
  #changesSeen = 0;
  /** By digest of files that were read for what their dialect does not say. */
  readonly #learned = new Map<string, LearnedFile>();
  readonly #asked = new Set<string>();
  #isHeld = false;

  constructor(parts: AppContext, server: CatalogueServer) {
    this.parts = parts;
    this.server = server;
    parts.approvals.onChange(() => {
      this.#known = null;
    });
    parts.catalogue.listen({
      skills: (changes) => {
        if (changes.some(concernsHosts)) this.#changed();
      },
      server: (_, patch) => {
        if (patch?.refused !== undefined) this.#changed();
      },
    });
  }

  /** Takes the session that a link has just opened. */
  took(session: ServerSession): void {
    const before = this.#session;
    this.#session = session;
    if (this.#isHeld) session.relay?.hold(true);
    this.#hear(session);
    this.#outdate();
    if (before !== null) this.onSession();
  }

  /** What the server said before, and what it says from now on, goes to `listener`. */
  listen(listener: (message: FromServer) => void): void {
    this.#listener = listener;
    if (this.#session !== null) this.#hear(this.#session);
  }

  /**
   * While the host doesn't read, neither does the gateway: memory stays bounded, and pipes push
   * back.
   */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#session?.relay?.hold(isHeld);
  }

  /** Resolves once the server takes what waits for it; null where nothing waits. */
  drained(): Promise<void> | null {
    return this.#session?.relay?.drained() ?? null;
  }

  #hear(session: ServerSession): void {
    const listener = this.#listener;
    if (listener === null) return;
    session.relay?.onMessage((message) => {
      if (this.#session !== session) return;
      if (changes.has(message.method)) {
        this.#outdate();
        this.#listSoon();
      }
      listener(message);
    });
  }

  /** Connected, or why not in one line. */
  async connect(): Promise<string | null> {
    if (await this.parts.links.connect(this.server)) return null;
    return whyNot(this.server);
  }

  /** The era in which the server is spoken with. */
  get era(): ProtocolEra {
    return isModern(this.#session?.protocolVersion ?? '') ? 'modern' : 'legacy';
  }

  get session(): ServerSession | null {
    return this.#session;
  }

  /** The connection to relay over; connects again after a break. Null where there is none. */
  async relay(): Promise<SessionRelay | null> {
    if (!this.parts.links.isOpen(this.server)) await this.parts.links.connect(this.server);
    return this.parts.links.isOpen(this.server) ? (this.#session?.relay ?? null) : null;
  }

  /** Lists the server's skills; whoever asks meanwhile shares the run. */
  async list(): Promise<void> {
    this.#unlisted = await this.connect();
    this.#unlistedAt = this.parts.clock.now();
    if (this.#unlisted !== null) return;
    const changesBefore = this.#changesSeen;
    await list(this.parts, this.server, never);
    // A change that was announced meanwhile may be missing from what was listed.
    const keptMs = this.#changesSeen === changesBefore ? this.#keptMs : 0;
    this.#keptUntil = this.parts.clock.now() + keptMs;
    if (this.server.listing.status === 'failed') this.#unlisted = unlistedMessage;
    this.#unlistedAt = this.parts.clock.now();
    if (this.unserved.some(({ why }) => why === 'unread')) await this.#learn();
    this.onUnserved(this.unserved);
  }

  /** Why the server couldn't be listed; null where its last listing says what it has. */
  get unlisted(): string | null {
    return this.#unlisted;
  }

  /** What is withheld is known only once the server was listed. */
  listedOnce(): Promise<void> {
    const { clock } = this.parts;
    if (this.#unlisted !== null && clock.now() - this.#unlistedAt >= unlistedMs)
      this.#firstListing = null;
    return (this.#firstListing ??= this.list().then(() => {
      if (this.server.listing.status === 'complete') this.#openedAt = this.parts.clock.now();
    }));
  }

  /**
   * Lists for a host that asks. A host asks right after it connects, so the listing from the start
   * is used once and the server isn't asked twice.
   */
  async listForHost(): Promise<void> {
    const at = this.#openedAt;
    this.#openedAt = null;
    const now = this.parts.clock.now();
    const isFresh = (at !== null && now - at <= openingMs) || now < this.#keptUntil;
    if (!isFresh || !this.parts.links.isOpen(this.server)) await this.list();
  }

  /**
   * How long the server's listing may answer again: as long as it says, and in the older era, which
   * says nothing of that, while it promises to announce changes. What's approved of it is looked up
   * each time.
   */
  get #keptMs(): number {
    const { listing, capabilities } = this.server;
    if (listing.status !== 'complete') return 0;
    if (listing.ttlMs !== null) return Math.min(listing.ttlMs, mostKeptMs);
    const announces = own(record(capabilities, 'resources'), 'listChanged') === true;
    return announces && this.era === 'legacy' ? mostKeptMs : 0;
  }

  /** What was listed may be another by now. */
  #outdate(): void {
    this.#openedAt = null;
    this.#keptUntil = 0;
    this.#changesSeen += 1;
  }

  get shelf(): ServedSkills {
    return this.#knowledge.shelf;
  }

  /** The same as long as a listing of the shelf would say the same. */
  get edition(): string {
    return this.#knowledge.key;
  }

  get unserved(): readonly UnservedSkill[] {
    return this.#knowledge.unserved;
  }

  /** The held skill behind one that is served. */
  heldOf({ source }: Pick<ServedSkill, 'source'>): CatalogueSkill | null {
    return this.server.skills.get(source) ?? null;
  }

  /**
   * Asks for an approved skill that no listing has, when this is one of its files. Nothing is
   * asked about what nobody approved: the server would learn of it, and the host could tell.
   * `unasked`: it may be there, but the server couldn't be asked.
   */
  async seek(uri: string): Promise<'found' | 'missing' | 'unasked'> {
    const source = this.#knowledge.unheld.get(uri);
    if (source === undefined) return 'missing';
    if ((await this.connect()) !== null) return 'unasked';
    const opened = await openSkill(this.parts, this.server, source);
    if (opened.ok) return 'found';
    return opened.error.code === 'timeout' || !this.parts.links.isOpen(this.server)
      ? 'unasked'
      : 'missing';
  }

  /** One file, held against the approved record. */
  load(skill: CatalogueSkill, file: string, signal: AbortSignal): Promise<LoadedSkill> {
    return load(this.parts, skill, file, signal);
  }

  /**
   * The final shape wants a size of every file and the whole frontmatter. Where a dialect gives
   * less, the file is read once, held against its approval, and what it says is known from then on.
   */
  async #learn(): Promise<void> {
    for (const { uri, why } of this.unserved) {
      const skill = why === 'unread' ? this.server.skills.get(uri) : undefined;
      if (skill === undefined) continue;
      const main = mainFileOf(skill.entry);
      for (const { uri: file, digest, size } of skill.record?.resources ?? [])
        if (size === undefined || file === main) await this.#learnFrom(skill, file, digest);
    }
    this.#known = null;
  }

  async #learnFrom(skill: CatalogueSkill, file: string, digest: string): Promise<void> {
    if (this.#asked.has(digest)) return;
    this.#asked.add(digest);
    const loaded = await load(this.parts, skill, file);
    if (loaded.kind !== 'loaded') return;
    const text = file === mainFileOf(skill.entry) ? exactTextOf(loaded.bytes) : null;
    const parsed = text === null ? null : parseFrontmatter(text);
    const frontmatter = parsed?.ok === true ? parsed.value.frontmatter : null;
    this.#learned.set(digest, { size: loaded.bytes.byteLength, frontmatter });
  }

  /** The server may have announced changes while the gateway wasn't listening. */
  missed(): void {
    this.#outdate();
    this.#listSoon();
    // What a host lists before the server reports changes again may change once more.
    void this.parts.links.hearing(this.server).then(() => this.onMissed());
  }

  /** A server decides how often it announces changes, so not each one starts a listing. */
  #listSoon(): void {
    if (this.#listsSoon) return;
    this.#listsSoon = true;
    const { clock } = this.parts;
    clock.after(Math.max(settleMs, this.#listedAt + relistMs - clock.now()), () => {
      this.#listsSoon = false;
      this.#listedAt = clock.now();
      void this.list();
    });
  }

  #changed(): void {
    this.#known = null;
    if (this.#tellsSoon) return;
    this.#tellsSoon = true;
    this.parts.clock.after(settleMs, () => {
      this.#tellsSoon = false;
      const { key } = this.#knowledge;
      const before = this.#told;
      this.#told = key;
      if (before !== null && before !== key) this.onShelf();
    });
  }

  get #knowledge(): HostKnowledge {
    const { approvals, clock } = this.parts;
    const known = this.#known;
    if (known !== null && known.store === storeKey(approvals) && clock.now() < known.until)
      return known;
    return (this.#known = gathered(this.parts, this.server, this.#learned));
  }
}

const unlistedMessage =
  'Skillgate couldn’t list the server’s skills. Try again in a moment; the server’s page says why.';

/** Why there is no connection, for the person who reads the host's log. */
export function whyNot({ configured, connection, label }: CatalogueServer): string {
  switch (connection.status) {
    case 'failed':
      return failureLine(label, connection.failure);
    case 'needs-consent':
      return (
        `Skillgate hasn’t started ${visible(label, 80)}: its command isn’t allowed yet. In a ` +
        `terminal, run \`skillgate servers allow ${flagWords('--server', label, 'LABEL')}\`, ` +
        'which shows the command and asks' +
        (configured.source === 'session' ? '; or start this gateway with --allow-start.' : '.')
      );
    case 'uncontacted':
      return (
        `Skillgate hasn’t connected to ${visible(label, 80)}: its address isn’t allowed yet. ` +
        `Run \`skillgate servers allow ${flagWords('--server', label, 'LABEL')}\`.`
      );
    case 'disabled':
      return `${visible(label, 80)} is turned off in Skillgate. Turn it on there.`;
    case 'connecting':
      return (
        (connection.failure === undefined ? '' : `${failureLine(label, connection.failure)} `) +
        `Skillgate is still connecting to ${visible(label, 80)}. Try again in a moment.`
      );
    case 'ready':
      return 'The server isn’t connected.';
  }
}

/** What the server says of itself, which is shown and relayed, never matched on. */
export const serverInfoOf = ({ hello, serverName, serverVersion }: ServerSession): unknown =>
  own(hello, 'serverInfo') ??
  own(record(hello, '_meta'), meta.serverInfo) ?? { name: serverName, version: serverVersion };
