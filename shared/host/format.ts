import {
  anything,
  count,
  either,
  flag,
  like,
  listOf,
  number,
  object,
  one,
  orNull,
  text,
  whatever,
  type SchemaValue,
} from './schema.ts';

/** The major version written here, and the previous one, which can still be read. */
export const major = 2;
export const format = `skillgate/approvals@${major}`;

/** The specification's only spelling of a digest. */
export const digest = like('^sha256:[0-9a-f]{64}$');
/** ISO 8601 in UTC, with seconds, on a real calendar day. */
export const time = like(
  '^(?:(?:[0-9]{2}[2468][048]|[0-9]{2}[13579][26]|[0-9]{2}0[48]|[02468][048]00|[13579][26]00)-02-29|' +
    '[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|' +
    '02-(?:0[1-9]|1[0-9]|2[0-8])))T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?Z$',
);

const http = object({ kind: one('http'), url: like('^https?://[!-~]+$') }, { query: digest });
const stdio = object({ kind: one('stdio'), fingerprint: digest });
export const identity = either(http, stdio);
const server = object({ label: text, display: text, identity });
const archive = object({ url: text, digest });

/** What every version of a record has, with the same meaning. */
const common = {
  id: text,
  uri: text,
  name: text,
  dialect: text,
  // `path` was added after the format was frozen and is kept if a server states it apart from the
  // URI. Older readers accept anything there, and so does this one.
  resources: listOf(object({ uri: text, digest }, { size: number, path: whatever })),
  setDigest: orNull(digest),
  frontmatter: anything,
  decision: one('approved', 'denied'),
  reason: text,
  grants: object({ allowedTools: listOf(text), codeExecution: flag }),
  actor: object({ kind: text, name: text }),
  decidedAt: time,
  expiresAt: orNull(time),
  note: text,
  supersedes: orNull(text),
};

/** One decision. There is one per identity and uri. */
export const record = object(
  {
    ...common,
    server,
    coverage: object({ verified: count, shown: count, total: count }),
    integrity: one('manifest', 'archive', 'self-computed'),
    archive: orNull(archive),
    lapsed: orNull(object({ setDigest: orNull(digest), at: time })),
  },
  // Named after the format was frozen: older readers accept anything there, and so does this one,
  // or the two would disagree about a file.
  { findings: whatever, namedBy: whatever },
);

/** One file whose bytes didn't match what the server promised. */
export const failure = object({
  server,
  uri: text,
  file: text,
  check: text,
  expected: orNull(text),
  actual: orNull(text),
  at: time,
});

const header = {
  revision: count,
  updatedAt: time,
  generator: object({ name: text, version: text }),
};
export const file = object({ ...header, records: listOf(record) }, { failures: listOf(failure) });

/** A record in `approvals@1`: the command in plain text, without invalidation and read coverage. */
export const formerRecord = object({
  ...common,
  server: object({
    label: text,
    identity: either(
      object({ kind: one('http'), url: text }),
      object({
        kind: one('stdio'),
        command: text,
        args: listOf(text),
        cwd: orNull(text),
        fingerprint: digest,
      }),
    ),
  }),
  coverage: object({ verified: number, total: number }),
});
export const formerFile = object({ ...header, records: listOf(formerRecord) });

type Http = SchemaValue<typeof http>;
type Stdio = SchemaValue<typeof stdio>;
/** An endpoint; `query` is the SHA-256 of what follows the first `?` in its address. */
export interface EndpointIdentity extends Http {}
/** A command; `fingerprint` is the SHA-256 of the RFC 8785 JSON of `{args, command, cwd}`. */
export interface CommandIdentity extends Stdio {}
/** Who a server is, whatever its label. Environment values and headers are never part of it. */
export type Identity = EndpointIdentity | CommandIdentity;

type RecordFields = Omit<SchemaValue<typeof record>, 'server'>;
type FailureFields = Omit<SchemaValue<typeof failure>, 'server'>;
/** Whom a decision or failure is about. */
export interface NamedServer {
  readonly label: string;
  readonly display: string;
  readonly identity: Identity;
}
/** One decision as `approvals.json` holds it. A later writer's additional fields are kept. */
export interface ApprovalRecord extends RecordFields {
  readonly server: NamedServer;
}
/** One file of a skill that didn't match what its server promised. */
export interface Failure extends FailureFields {
  readonly server: NamedServer;
}
export type FormerRecord = SchemaValue<typeof formerRecord>;
