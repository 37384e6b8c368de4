import type { StoreState } from '../../../shared/model/approval.ts';
import { childrenOf, indexOf, indexUri } from '../policy/exposed-resources.ts';
import { fileContent } from '../policy/contents.ts';
import { uncached, type ProtocolEra } from '../policy/methods.ts';
import { codes, failed, text, type RpcAnswer, type JsonObject } from '../policy/message.ts';
import { entryFor } from '../policy/served-skill.ts';
import type { LoadedSkill } from '../../engine/load.ts';
import type { ServerConnection } from './server-connection.ts';
import type { GatewayAudit } from './gateway-audit.ts';
import { randomBytes } from 'node:crypto';

/** Most entries of one page, and listings whose pages are kept at once. */
const pageSize = 250;
const mostSnapshots = 4;

/** One page, and the cursor of the next where there is one. */
interface ListingPage {
  readonly entries: readonly JsonObject[];
  readonly next: string | null;
}

interface Snapshot {
  readonly entries: readonly JsonObject[];
  readonly edition: string;
}

/**
 * A listing in pages. A cursor names the listing of which it is, as it stood then: what has changed
 * since ends it, so that no page says what a decision took back, and none skips what came.
 */
export class ListingPages {
  readonly #snapshots = new Map<string, Snapshot>();

  /** The first page of a new listing. Two listings of one `edition` say the same. */
  first(entries: readonly JsonObject[], edition: string): ListingPage {
    const id = randomBytes(12).toString('hex');
    if (entries.length > pageSize) {
      this.#snapshots.set(id, { entries, edition });
      const [oldest] = this.#snapshots.keys();
      if (this.#snapshots.size > mostSnapshots && oldest !== undefined)
        this.#snapshots.delete(oldest);
    }
    return pageOf(entries, id, 0);
  }

  /** The page of a cursor, which a host may have made up; null where it is of no listing of now. */
  at(cursor: string, edition: string): ListingPage | null {
    const [id = '', from = '', ...more] = cursor.split('.');
    const known = this.#snapshots.get(id);
    if (known === undefined) return null;
    if (known.edition !== edition) {
      this.#snapshots.delete(id);
      return null;
    }
    const at = /^\d{1,9}$/.test(from) && more.length === 0 ? Number(from) : 0;
    return at === 0 || at >= known.entries.length || at % pageSize !== 0
      ? null
      : pageOf(known.entries, id, at);
  }
}

function pageOf(entries: readonly JsonObject[], id: string, from: number): ListingPage {
  const next = from + pageSize;
  return {
    entries: entries.slice(from, next),
    next: next < entries.length ? `${id}.${next}` : null,
  };
}

/** The methods of the extension, and reads of a skill's files, for one host. */
export class SkillsDesk {
  readonly #upstream: ServerConnection;
  readonly #witness: GatewayAudit;
  readonly #era: ProtocolEra;
  /** What every result of its host's era says, whichever the server speaks. */
  readonly #complete: JsonObject;
  readonly #pages = new ListingPages();

  constructor(upstream: ServerConnection, witness: GatewayAudit, era: ProtocolEra) {
    this.#upstream = upstream;
    this.#witness = witness;
    this.#era = era;
    this.#complete = era === 'modern' ? { resultType: 'complete', ...uncached } : uncached;
  }

  async list(params: JsonObject): Promise<RpcAnswer> {
    const cursor = text(params, 'cursor');
    if (cursor !== null) {
      const page = this.#pages.at(cursor, this.#upstream.edition);
      return page === null
        ? failed(codes.invalidParams, 'This cursor is no longer valid. List again from the start.')
        : this.#answerOf(page);
    }
    await this.#upstream.listForHost();
    this.#noteWaiting();
    const { shelf, edition, unlisted } = this.#upstream;
    // An empty list would say that the server has nothing.
    if (unlisted !== null && shelf.skills.length === 0) return failed(codes.internal, unlisted);
    return this.#answerOf(this.#pages.first(shelf.skills.map(entryFor), edition));
  }

  /** `skill://index.json`, which no server has here: one entry for each approved skill. */
  async index(): Promise<RpcAnswer> {
    await this.#upstream.listForHost();
    this.#noteWaiting();
    const { shelf, unlisted } = this.#upstream;
    if (unlisted !== null && shelf.skills.length === 0) return failed(codes.internal, unlisted);
    const content = { uri: indexUri, mimeType: 'application/json', text: indexOf(shelf.skills) };
    return { result: { ...this.#complete, contents: [content] } };
  }

  /** A host that lists gets nothing of what waits, and the person should hear of it. */
  #noteWaiting(): void {
    for (const skill of this.#upstream.server.skills.values())
      this.#witness.met(skill.uri, skill, 'list');
  }

  async get(params: JsonObject): Promise<RpcAnswer> {
    const uri = text(params, 'uri');
    if (uri === null) return failed(codes.invalidParams, 'params.uri is missing.');
    await this.#upstream.listedOnce();
    const isHeld = this.#upstream.shelf.byUri.has(uri);
    if (!isHeld && (await this.#upstream.seek(uri)) === 'unasked')
      return failed(codes.internal, unaskedMessage);
    const skill = this.#upstream.shelf.byUri.get(uri);
    if (skill !== undefined) return { result: { ...this.#complete, skill: entryFor(skill) } };
    this.#refuseLater(uri, 'get');
    return this.#noSkill(uri);
  }

  #answerOf({ entries, next }: ListingPage): RpcAnswer {
    const cursor = next === null ? {} : { nextCursor: next };
    return { result: { ...this.#complete, skills: entries, ...cursor } };
  }

  /** One answer, whatever it is that the host does not get. */
  #noSkill(uri: string): RpcAnswer {
    const { unlisted } = this.#upstream;
    if (unlisted !== null) return failed(codes.internal, unlisted);
    return failed(codes.invalidParams, openWords(this.#upstream.parts.approvals.state).noSkill, {
      uri,
    });
  }

  /** The answer to a read of what is withheld: as if nothing were there. */
  noResource(uri: string): RpcAnswer {
    const { unlisted } = this.#upstream;
    if (unlisted !== null) return failed(codes.internal, unlisted);
    const code = this.#era === 'legacy' ? codes.noResource : codes.invalidParams;
    return failed(code, openWords(this.#upstream.parts.approvals.state).noResource, { uri });
  }

  /** Null where the URI belongs to no skill, so the server may be asked. */
  async read(uri: string, signal: AbortSignal): Promise<RpcAnswer | null> {
    await this.#upstream.listedOnce();
    let at = this.#upstream.shelf.whereabouts(uri);
    if (at.kind === 'withheld') {
      const sought = await this.#upstream.seek(uri);
      if (sought === 'unasked') return failed(codes.internal, unaskedMessage);
      if (sought === 'found') at = this.#upstream.shelf.whereabouts(uri);
    }
    if (at.kind === 'other') return null;
    if (at.kind === 'file') {
      const held = this.#upstream.heldOf(at.skill);
      if (held !== null) {
        const loaded = await this.#upstream.load(held, at.file.source, signal);
        if (loaded.kind === 'loaded') {
          this.#witness.note('loaded', held.uri, held, `given ${uri}`);
          const contents = [fileContent(uri, loaded.bytes)];
          return { result: { ...this.#complete, contents } };
        }
        this.#witness.note('load-refused', held.uri, held, `${uri}: ${whyNotLoaded(loaded)}`);
        return isUnasked(loaded) ? failed(codes.internal, unaskedMessage) : this.noResource(uri);
      }
    }
    this.#refuseLater(uri, 'read');
    return this.noResource(uri);
  }

  /** Null where the URI belongs to no skill, so the server may be asked. */
  async directory(params: JsonObject): Promise<RpcAnswer | null> {
    const uri = text(params, 'uri');
    if (uri === null) return failed(codes.invalidParams, 'params.uri is missing.');
    await this.#upstream.listedOnce();
    const { shelf } = this.#upstream;
    const at = shelf.whereabouts(uri);
    if (at.kind === 'other') return null;
    const children = at.kind === 'folder' ? childrenOf(uri, shelf) : null;
    if (children !== null) return { result: { ...this.#complete, resources: children } };
    const { unlisted } = this.#upstream;
    if (unlisted !== null) return failed(codes.internal, unlisted);
    return failed(codes.invalidParams, 'There’s no readable directory at this address.', {
      uri,
    });
  }

  /** After the answer: what is looked up here takes longer for some addresses than for others. */
  #refuseLater(uri: string, how: 'get' | 'read'): void {
    this.#upstream.parts.clock.after(0, () => this.#refuse(uri, how));
  }

  #refuse(uri: string, how: 'get' | 'read'): void {
    const { server } = this.#upstream;
    const skill =
      server.skills.get(uri) ??
      [...server.skills.values()].find(({ entry }) =>
        uri.startsWith(`${(entry.root ?? entry.uri).replace(/\/SKILL\.md$/, '')}/`),
      ) ??
      null;
    if (skill !== null) this.#witness.met(skill.uri, skill, how);
    else if (uri.endsWith('/SKILL.md')) this.#witness.met(uri, null, how);
    const what =
      skill === null ? 'there’s no approved skill there' : `it is ${skill.standing.kind}`;
    this.#witness.note('load-refused', uri, skill, `asked for it (${how}); ${what}`);
  }
}

/** Nothing of the server's words: a host's model reads this. */
const unaskedMessage =
  'Skillgate couldn’t get this file from the server. ' +
  'Try again in a moment; the audit log says why.';

/** The server said nothing about the file: it may be there. */
function isUnasked(loaded: Exclude<LoadedSkill, { kind: 'loaded' }>): boolean {
  const { verdict } = loaded;
  if (verdict?.status === 'unverifiable')
    return verdict.reason === 'server-unavailable' || verdict.reason === 'too-many-requests';
  return (
    verdict?.status === 'failed' &&
    verdict.check === 'read' &&
    (verdict.actual === 'no answer' || verdict.actual === 'broke')
  );
}

function whyNotLoaded(loaded: Exclude<LoadedSkill, { kind: 'loaded' }>): string {
  if (loaded.kind === 'not-approved') return `it is ${loaded.standing.kind} now`;
  const { verdict } = loaded;
  return 'message' in verdict ? verdict.message : verdict.status;
}

/** The error a host gets instead of a skill; unknown and unapproved skills get the same one. */
function openWords(state: StoreState): {
  readonly noSkill: string;
  readonly noResource: string;
} {
  if (state.status === 'ready')
    return {
      noSkill: 'There’s no approved skill at this address.',
      noResource: 'There’s no readable resource at this address.',
    };
  const { reason } = state;
  const why = `Skillgate can’t read the decisions about skills, so it serves none (${reason}).`;
  return { noSkill: why, noResource: why };
}
