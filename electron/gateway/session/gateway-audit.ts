import { identityKey } from '../../core/decisions/identity.ts';
import { trialClient } from '../../core/hosts/gateway-entry.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { visible } from '../../core/text.ts';
import type { AuditAction } from '../../../shared/model/plain.ts';
import type { WaitingSkill } from '../../../shared/model/waiting.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import type {
  ApprovalsStore,
  AuditEntry,
  HostRequest,
  WaitingStore,
} from '../../engine/ports/decisions.ts';
import type { SystemClock } from '../../engine/ports/machine.ts';

export interface WitnessParts {
  readonly approvals: Pick<ApprovalsStore, 'note'>;
  readonly waiting: Pick<WaitingStore, 'add'>;
  readonly clock: Pick<SystemClock, 'now' | 'after'>;
  readonly server: CatalogueServer;
  /** Takes out of a text what the server was given and may repeat. */
  readonly mask: (text: string) => string;
  /** What the host calls itself. */
  readonly host: { readonly name: string; readonly version: string };
}

/** Most different lines that wait to be written; a host in a loop must not fill memory. */
const mostPending = 4_096;
/** How long what hosts met is gathered before it is written (ms): one listing meets thousands. */
const gatherMs = 200;

/**
 * Writes down what a gateway gave to a host and what it did not. Nothing waits for it: a request
 * for what is not approved takes as long as one for what does not exist.
 */
export class GatewayAudit {
  readonly #parts: WitnessParts;
  #lines = new Map<string, { readonly entry: AuditEntry; times: number }>();
  #met = new Map<string, HostRequest>();
  #dropped = 0;
  #writing: Promise<void> | null = null;
  #cancel: (() => void) | null = null;

  constructor(parts: WitnessParts) {
    this.#parts = parts;
  }

  /** `why` is for people; a file or a method, and what was wrong with it. */
  note(action: AuditAction, uri: string, skill: CatalogueSkill | null, why: string): void {
    const { server, host, mask } = this.#parts;
    const by = `${visible(host.name, 100)} ${visible(host.version, 40)}`.trim();
    const entry: AuditEntry = {
      action,
      server: server.label,
      uri: visible(uri, 2_000),
      setDigest: skill === null ? null : setDigestOf(skill.entry),
      detail: `${by === '' ? 'a host' : by}: ${mask(why)}`,
      via: 'gateway',
    };
    const key = JSON.stringify(entry);
    const known = this.#lines.get(key);
    if (known !== undefined) known.times += 1;
    else if (this.#lines.size >= mostPending) this.#dropped += 1;
    else this.#lines.set(key, { entry, times: 1 });
    this.#soon();
  }

  /** A host met a skill that a person could decide on, and did not get it. */
  met(uri: string, skill: CatalogueSkill | null, how: WaitingSkill['how']): void {
    const { server, host, clock } = this.#parts;
    const standing = skill === null ? 'unknown' : waitingFor(skill);
    if (standing === null || uri.length > 2_048) return;
    // Skillgate counts them itself when an app is protected; no app has asked for anything.
    if (how === 'list' && host.name === trialClient) return;
    this.#met.set(uri, {
      host: { name: visible(host.name, 200), version: visible(host.version, 200) },
      server: server.label,
      identity: server.identity === null ? '' : identityKey(server.identity),
      uri,
      name: visible(skill?.entry.name ?? '', 200),
      standing,
      how,
      at: new Date(clock.now()).toISOString(),
    });
    this.#soon();
  }

  /** Resolves when everything so far is written, or could not be. */
  async settled(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    await this.#writing;
    await this.#write();
  }

  #soon(): void {
    if (this.#cancel !== null || this.#writing !== null) return;
    this.#cancel = this.#parts.clock.after(gatherMs, () => {
      this.#cancel = null;
      this.#writing = this.#write().finally(() => {
        this.#writing = null;
        if (this.#lines.size + this.#met.size > 0) this.#soon();
      });
    });
  }

  async #write(): Promise<void> {
    const lines = [...this.#lines.values()];
    const met = [...this.#met.values()];
    const dropped = this.#dropped;
    this.#lines = new Map();
    this.#met = new Map();
    this.#dropped = 0;
    const entries = lines.map(({ entry, times }) =>
      times === 1 ? entry : { ...entry, detail: `${entry.detail} (${times} times)` },
    );
    const last = entries.at(-1);
    if (dropped > 0 && last !== undefined)
      entries.push({ ...last, uri: '', setDigest: null, detail: `${dropped} more like these` });
    if (entries.length > 0) await this.#parts.approvals.note(entries).catch(() => {});
    if (met.length > 0) await this.#parts.waiting.add(met).catch(() => false);
  }
}

/** Null where a person has decided, or nobody can. */
function waitingFor({ standing }: CatalogueSkill): WaitingSkill['standing'] | null {
  switch (standing.kind) {
    case 'undecided':
    case 'changed':
    case 'expired':
      return standing.kind;
    case 'approved':
    case 'blocked':
    case 'cannot-tell':
    case 'denied':
    case 'refused':
    case 'session':
      return null;
  }
}
