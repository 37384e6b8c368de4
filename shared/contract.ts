import { z } from 'zod';
import { restoredDecisionsSchema, storeStateSchema } from './model/approval.ts';
import { bundlePreviewSchema } from './model/bundle.ts';
import type { RequestCaller } from './model/confirmation.ts';
import {
  directoryViewSchema,
  fileDiffSchema,
  skillChangesSchema,
  skillDetailSchema,
} from './model/detail.ts';
import {
  longestReading,
  auditActions,
  hostIds,
  leftSignIns,
  mostAuditLines,
  mostLogPart,
  mostLogRows,
  mostSearched,
} from './model/plain.ts';
import { skillFindingsSchema } from './model/findings.ts';
import { flipsSchema, reportSchema } from './model/report.ts';
import { fileViewSchema } from './model/file-view.ts';
import { auditPageSchema, historySchema } from './model/history.ts';
import {
  appliedHostSchema,
  hostChangeSchema,
  hostRulesSchema,
  hostViewSchema,
  rulesChangeSchema,
} from './model/hosts.ts';
import { importPreviewSchema } from './model/import.ts';
import { foundExchangeSchema, logDetailSchema, logPageSchema, soughtSchema } from './model/log.ts';
import { mismatchSchema } from './model/mismatch.ts';
import { notListedSchema } from './model/not-listed.ts';
import { manyActions, operationSchema } from './model/operation.ts';
import { policyStateSchema } from './model/policy.ts';
import {
  foundFolderSchema,
  serverInputSchema,
  serverTargetSchema,
  serverViewSchema,
} from './model/server.ts';
import { settingsSchema } from './model/settings.ts';
import { refusedEntrySchema, skillRowSchema } from './model/skill.ts';
import { startViewSchema } from './model/start.ts';
import { templateViewSchema } from './model/template.ts';
import { textSearchSchema } from './model/text-search.ts';
import { waitingViewSchema } from './model/waiting.ts';
import { verdictSchema } from './model/verdict.ts';

/**
 * The only definition of each request's and event's name and shape. Both shells carry exactly this;
 * the main side parses every input strictly before it acts.
 */
const nothing = z.strictObject({});
const onServer = z.strictObject({ server: z.string() });
const onSkill = z.strictObject({ server: z.string(), uri: z.string() });
const onSignIn = z.strictObject({ server: z.string(), id: z.string() });
const onRow = z.strictObject({ log: z.string().nullable(), id: z.number() });
const onFile = z.strictObject({ server: z.string(), uri: z.string(), file: z.string() });
/** `text` is looked for in every field, ignoring case. */
const auditFilter = z.strictObject({
  server: z.string().nullable(),
  text: z.string(),
  action: z.enum(auditActions).nullable(),
});
const started = z.object({ operationId: z.string() });
const done = z.object({});

/**
 * A decision names the server, the content and the previous decision that were on screen; if any of
 * them has changed, it's refused.
 */
export const decisionItemSchema = z.strictObject({
  server: z.string(),
  uri: z.string(),
  /**
   * The server on screen: `identity` of the row. The label alone may belong to another server by
   * now.
   */
  identity: z.string().nullable(),
  setDigest: z.string().nullable(),
  /** What the entry said on screen: `metadataDigest` of the row. */
  metadataDigest: z.string().nullable(),
  /** Id of the decision record on screen; null = none. */
  replaces: z.string().nullable(),
  /** Tools selected by hand, a subset of the skill's `allowed-tools`. */
  grants: z.array(z.string()),
  /** How many of its files were fully on screen, in a form that hides nothing. */
  shown: z.number().int().nonnegative().optional(),
  /**
   * The high and critical findings that were on screen: `riskDigest` of the skill's findings. An
   * approval of a skill that has such findings is refused without it.
   */
  acceptedRisk: z.string().optional(),
});
export const decideOutcomeSchema = z.object({
  server: z.string(),
  uri: z.string(),
  outcome: z.enum([
    'done',
    'stale',
    'replaced',
    'refused',
    'dynamic',
    'read-first',
    'unknown-skill',
    'grant-not-requested',
    'risk',
    'nothing-to-revoke',
    'store-unreadable',
    'write-failed',
  ]),
  message: z.string(),
  /** For a decision that was made: id of the current record; null = none. */
  record: z.string().nullable().optional(),
  /** For a decision that was made: its handle for `undo`, as long as this process runs. */
  undo: z.string().optional(),
});
export type DecisionItem = z.infer<typeof decisionItemSchema>;
export type DecideOutcome = z.infer<typeof decideOutcomeSchema>;

export const snapshotSchema = z.object({
  seq: z.number(),
  version: z.string(),
  shell: z.enum(['electron', 'browser']),
  platform: z.enum(['mac', 'windows', 'linux']),
  /** The file of a session list; its servers aren't saved. */
  sessionConfig: z.string().nullable(),
  servers: z.array(serverViewSchema),
  skills: z.array(skillRowSchema),
  refused: z.array(refusedEntrySchema),
  settings: settingsSchema,
  store: storeStateSchema,
  policy: policyStateSchema,
  /** What apps requested and didn't get. */
  waiting: waitingViewSchema,
  /** What is running, and the outcome of what ended in this session. */
  operations: z.array(operationSchema),
  dataFolder: z.string(),
});
export type AppSnapshot = z.infer<typeof snapshotSchema>;

/** The person's permission to store secrets unencrypted; without it: `clear`. */
const inTheClear = z.boolean().optional();

export const requests = {
  getSnapshot: { input: nothing, output: snapshotSchema },

  addServer: {
    input: z.strictObject({ label: z.string(), server: serverInputSchema, inTheClear }),
    output: z.object({ label: z.string() }),
  },
  updateServer: {
    input: z.strictObject({
      label: z.string(),
      newLabel: z.string(),
      server: serverInputSchema,
      /** The form's state when it was opened: without it no stored secret is kept. */
      openedOn: serverTargetSchema.optional(),
      inTheClear,
    }),
    /** `signIn`: what happened to the sign-in at the server's old address. */
    output: z.object({ label: z.string(), signIn: z.enum(leftSignIns) }),
  },
  removeServer: {
    input: z.strictObject({
      server: z.string(),
      forgetDecisions: z.boolean(),
      forgetCache: z.boolean(),
    }),
    /** What happened to its sign-in. */
    output: z.object({ signIn: z.enum(leftSignIns) }),
  },
  setServerEnabled: {
    input: z.strictObject({ server: z.string(), enabled: z.boolean() }),
    output: done,
  },
  /** What would be started, for the permission dialog; `challenge` is for its answer. */
  viewStart: {
    input: onServer,
    output: z.object({ fingerprint: z.string(), start: startViewSchema, challenge: z.string() }),
  },
  /** The person's permission to start exactly this command (`proof`: model/confirmation.ts). */
  allowStart: {
    input: z.strictObject({ server: z.string(), fingerprint: z.string(), proof: z.string() }),
    output: done,
  },
  reconnectServer: { input: onServer, output: done },
  /**
   * Finds out where a sign-in would go, without opening anything: the result and the outcome are
   * sent as the server's `signIn.way` with this id. Replaces a sign-in in progress.
   */
  signIn: { input: onServer, output: z.object({ id: z.string() }) },
  /**
   * The person has seen where it goes (`asks`). `opened` is false if the shell has no browser: then
   * they open the `address` of the way.
   */
  openSignIn: { input: onSignIn, output: z.object({ opened: z.boolean() }) },
  /** The address at which the browser ended, if it couldn't return automatically. */
  finishSignIn: { input: onSignIn.extend({ address: z.string().max(20_000) }), output: done },
  cancelSignIn: { input: onServer, output: done },
  /** `failed`: removed here, but the authorization server couldn't be notified. */
  signOut: {
    input: onServer,
    output: z.object({ outcome: z.enum(['revoked', 'not-offered', 'failed', 'was-not']) }),
  },
  /** Folders with skills where apps look for them; none is opened. */
  findFolders: { input: nothing, output: z.array(foundFolderSchema) },
  /** Looks at a local folder from now on. Starts nothing, and reads only below the folder. */
  addFolder: {
    input: z.strictObject({ path: z.string().min(1).max(4_096) }),
    output: z.object({ label: z.string() }),
  },
  addSampleServer: { input: nothing, output: z.object({ label: z.string() }) },
  previewPaste: { input: z.strictObject({ text: z.string() }), output: importPreviewSchema },
  findImports: { input: nothing, output: z.array(importPreviewSchema) },
  applyImport: {
    input: z.strictObject({
      importId: z.string(),
      labels: z.array(z.string()),
      /** By label and by the requested name; may be secrets, which are never sent back. */
      given: z.record(z.string(), z.record(z.string(), z.string())),
      inTheClear,
    }),
    output: z.object({ added: z.array(z.string()) }),
  },

  /** Every supported app on this machine. `problem`: why none can be changed. */
  getHosts: {
    input: nothing,
    output: z.object({ hosts: z.array(hostViewSchema), problem: z.string().nullable() }),
  },
  /** What would be written into an app's file; `challenge` is for the confirmation. */
  previewHost: {
    input: z.strictObject({
      host: z.enum(hostIds),
      path: z.string(),
      keys: z.array(z.string()).min(1),
      /** `repair` points an entry that Skillgate wrote at this Skillgate. */
      to: z.enum(['through', 'direct', 'repair']),
      /** How the app is shown skills beside the extension; absent: protected entries stay. */
      exposes: z
        .union([z.literal('usual'), z.array(z.enum(['index', 'resources', 'tools']))])
        .optional(),
    }),
    output: hostChangeSchema.extend({ challenge: z.string() }),
  },
  /** Whether apps' own settings follow the decisions. */
  getHostRules: { input: nothing, output: z.object({ rules: z.array(hostRulesSchema) }) },
  /** What keeping decisions in an app's own settings, or no longer, would write into them. */
  previewHostRules: {
    input: z.strictObject({
      host: z.enum(hostIds),
      byName: z.boolean(),
      to: z.enum(['on', 'off']),
    }),
    output: rulesChangeSchema.extend({ challenge: z.string() }),
  },
  /**
   * Confirms the change that `previewHost` or `previewHostRules` returned under this id, including
   * the use of the servers it names. Before an app's entries are written, each server is started
   * directly and through Skillgate unless `isUntested`; the operation `protect` reports that and
   * can be cancelled.
   */
  applyHost: {
    input: z.strictObject({ changeId: z.string(), proof: z.string(), isUntested: z.boolean() }),
    output: appliedHostSchema,
  },

  /** Removes lines from the waiting queue without a decision. */
  dismissWaiting: { input: z.strictObject({ keys: z.array(z.string()).min(1) }), output: done },

  refreshServer: { input: onServer, output: started },
  openByUri: { input: onSkill, output: skillDetailSchema },
  refreshSkill: { input: onSkill, output: skillDetailSchema },
  getSkill: { input: onSkill, output: skillDetailSchema },
  /**
   * Searches names, descriptions and the texts read in this session; sends servers nothing. A later
   * search with the same `search` replaces it; an empty text only ends the earlier one.
   */
  searchTexts: {
    input: z.strictObject({ search: z.string().max(64), text: z.string().max(mostSearched) }),
    output: textSearchSchema,
  },
  readFile: { input: onFile.extend({ full: z.boolean() }), output: fileViewSchema },
  /**
   * How much of a file was on screen, for the next start: about the content with this digest, as
   * far as the skill still lists it. Only a page reads it.
   */
  keepReading: {
    input: onFile.extend({ digest: z.string(), reading: z.string().max(longestReading) }),
    output: done,
  },
  /** What the rules say about the files that were read; reads none. */
  getFindings: { input: onSkill, output: skillFindingsSchema },
  /** A person's dismissal of a finding on screen, bound to the rule and the bytes. */
  answerFinding: {
    input: onFile.extend({
      rule: z.string(),
      ruleset: z.string(),
      digest: z.string(),
      reason: z.string().trim().min(1).max(500),
      scope: z.enum(['path', 'skill']),
      expiresAt: z.iso.datetime().nullable(),
    }),
    output: done,
  },
  reopenFinding: { input: onSkill.extend({ answer: z.string() }), output: done },
  verifySkill: { input: onSkill, output: started },
  verifyServer: { input: onServer, output: started },
  /**
   * Reads every file that can be found, so that a skill without a manifest gets digests to approve.
   */
  readAll: { input: onSkill, output: started },
  /**
   * Runs the specification's checks against a server; their end is reported as an operation.
   * With `isFresh`, over a new connection, and for a command with a new process.
   */
  checkServer: {
    input: onServer.extend({ isFresh: z.boolean() }),
    output: started,
  },
  /** The newest complete check of the server as configured; sends it nothing. */
  getReport: {
    input: onServer,
    output: z.object({
      report: reportSchema.nullable(),
      /** Compared with the previous check; null if there was none. */
      flips: flipsSchema.nullable(),
      /** ms since the epoch. */
      at: z.number().nullable(),
    }),
  },
  /** The same report, for an issue or for a program. */
  exportReport: {
    input: onServer.extend({ format: z.enum(['markdown', 'json']) }),
    output: z.object({ text: z.string() }),
  },
  /** What looks like a skill but isn't listed by the server; sends it nothing. */
  listNotListed: { input: onServer, output: notListedSchema },
  listTemplates: { input: onServer, output: z.array(templateViewSchema) },
  /** Values for one template variable; `others` are the variables filled in already. */
  completeTemplate: {
    input: z.strictObject({
      server: z.string(),
      template: z.string(),
      variable: z.string(),
      value: z.string(),
      others: z.record(z.string(), z.string()),
    }),
    output: z.object({ values: z.array(z.string()), more: z.boolean() }),
  },
  /** The URI for the values; `openByUri` opens it. */
  expandTemplate: {
    input: z.strictObject({
      server: z.string(),
      template: z.string(),
      values: z.record(z.string(), z.string()),
    }),
    output: z.object({ uri: z.string() }),
  },
  readDirectory: {
    input: z.strictObject({ server: z.string(), uri: z.string(), folder: z.string() }),
    output: directoryViewSchema,
  },
  cancel: { input: z.strictObject({ operationId: z.string() }), output: done },
  /** The person has seen how it ended: no window shows it in the footer any longer. */
  closeResult: { input: z.strictObject({ operationId: z.string() }), output: done },

  approve: {
    input: z.strictObject({
      items: z.array(decisionItemSchema).min(1),
      note: z.string(),
      expiresAt: z.iso.datetime().nullable(),
    }),
    output: z.array(decideOutcomeSchema),
  },
  deny: {
    input: z.strictObject({ items: z.array(decisionItemSchema).min(1), note: z.string() }),
    output: z.array(decideOutcomeSchema),
  },
  revoke: {
    input: z.strictObject({ items: z.array(decisionItemSchema).min(1) }),
    output: z.array(decideOutcomeSchema),
  },
  /** Dynamic content only: allowed until the app closes, never written. */
  allowSession: {
    input: z.strictObject({ items: z.array(decisionItemSchema).min(1) }),
    output: z.array(decideOutcomeSchema),
  },
  /**
   * Decides about many skills in batches: each batch is on disk before the next begins and is
   * reported as rows. `note` and `expiresAt` as in `approve`; other actions have neither.
   */
  decideMany: {
    input: z.strictObject({
      action: z.enum(manyActions),
      items: z.array(decisionItemSchema).min(1),
      note: z.string(),
      expiresAt: z.iso.datetime().nullable(),
    }),
    output: started,
  },
  /**
   * Undoes decisions of this process, each by the `undo` of its outcome: the previous record
   * returns under its own id. Refused if someone has decided since, or if it would restore an
   * approval after different content was seen.
   */
  undo: {
    input: z.strictObject({ items: z.array(onSkill.extend({ undo: z.string() })).min(1) }),
    output: z.array(decideOutcomeSchema),
  },
  /** Undoes a `decideMany` in batches; each decision as `undo` does. */
  undoMany: { input: z.strictObject({ operationId: z.string() }), output: started },
  getChanges: { input: onSkill, output: skillChangesSchema.nullable() },
  /**
   * One file compared with its approved version, or with `since`: the digest of bytes that this
   * session showed.
   */
  getDiff: { input: onFile.extend({ since: z.string().nullable() }), output: fileDiffSchema },

  /**
   * Received content of a file that failed a check, beside what was expected; `read`: load it if it
   * isn't held.
   */
  getMismatch: { input: onFile.extend({ read: z.boolean() }), output: mismatchSchema },

  /** Changes since the approval, as a document for a pull request or a ticket. */
  exportChanges: { input: onSkill, output: z.object({ markdown: z.string() }) },

  getHistory: { input: onSkill, output: historySchema },
  getAudit: {
    input: auditFilter.extend({
      before: z.number().int().nullable(),
      limit: z.number().int().min(1).max(mostAuditLines),
    }),
    output: auditPageSchema,
  },
  /** The matching lines as written in the file, oldest first. */
  exportAudit: { input: auditFilter, output: z.object({ text: z.string() }) },

  /** Signed with this machine's own key. */
  exportBundle: {
    input: z.strictObject({ items: z.array(onSkill).min(1) }),
    output: z.object({ text: z.string(), fingerprint: z.string() }),
  },
  previewBundle: {
    input: z.strictObject({ text: z.string() }),
    output: bundlePreviewSchema.extend({ challenge: z.string() }),
  },
  /**
   * Nothing from an untrusted key is applied: `trustKey` proves that the person trusts it from now
   * on. `older`: items marked so may replace newer decisions.
   */
  applyBundle: {
    input: z.strictObject({
      bundleId: z.string(),
      trustKey: z.string().nullable(),
      older: z.boolean(),
    }),
    output: z.object({ outcomes: z.array(decideOutcomeSchema) }),
  },
  /**
   * If the decisions can't be read: restores the copy with this name, or starts with none (null).
   */
  recoverDecisions: {
    input: z.strictObject({ copy: z.string().max(200).nullable() }),
    output: restoredDecisionsSchema,
  },
  /** Every decision and every stored byte. */
  clearAll: {
    input: z.strictObject({ confirm: z.literal('forget every decision') }),
    /** `left`: why stored bytes couldn't be deleted; the decisions are forgotten. */
    output: z.object({ removed: z.number(), left: z.string().exactOptional() }),
  },

  /** The last lines that a server's process wrote to stderr, masked; `lost` came before them. */
  getStderr: {
    input: onServer,
    output: z.object({ lines: z.array(z.string()), lost: z.number() }),
  },
  /**
   * Log changes after a revision, in pages, without what the caller already holds. `epoch`: of the
   * rows that the caller holds, null if none. `log`: an opened file, null for the current log.
   */
  getLog: {
    input: z.strictObject({
      log: z.string().nullable(),
      epoch: z.string().nullable(),
      after: z.number().int().min(0),
      limit: z.number().int().min(1).max(mostLogRows),
    }),
    output: logPageSchema,
  },
  /** One row with its bodies; null if it has left the log. */
  getLogDetail: { input: onRow, output: z.object({ detail: logDetailSchema.nullable() }) },
  /** Rows changed after a revision whose bodies contain the text, ignoring case. */
  searchLog: {
    input: z.strictObject({
      log: z.string().nullable(),
      text: z.string().max(mostSearched),
      after: z.number().int().min(0),
    }),
    output: z.object({ ids: z.array(z.number()), revision: z.number(), ms: z.number() }),
  },
  /** What a person may send to a server by hand, and the composer's initial content. */
  composeLog: {
    input: z.strictObject({ server: z.string(), row: z.number().nullable() }),
    output: z.object({ methods: z.array(z.string()), method: z.string(), params: z.string() }),
  },
  /** Sends a row's request again; returns the new row. */
  sendAgain: { input: z.strictObject({ row: z.number() }), output: z.object({ row: z.number() }) },
  /** Sends what a person wrote, if it only reads. `params` is JSON text. */
  sendByHand: {
    input: z.strictObject({ server: z.string(), method: z.string(), params: z.string() }),
    output: z.object({ row: z.number() }),
  },
  /** The exchange that something is based on, with any uncertainty. */
  findExchange: { input: soughtSchema, output: foundExchangeSchema },
  /** A row for the clipboard, secrets masked; null if it has no such form or isn't kept. */
  copyLog: {
    input: onRow.extend({ as: z.enum(['json', 'curl', 'line', 'pipe']) }),
    output: z.object({ text: z.string().nullable() }),
  },
  /** Rows as a file, secrets masked; all rows if none are named. A HAR holds those over HTTP. */
  exportLog: {
    input: z.strictObject({
      log: z.string().nullable(),
      format: z.enum(['ndjson', 'har']),
      rows: z.array(z.number()).max(100_000).nullable(),
    }),
    output: z.object({
      text: z.string(),
      name: z.string(),
      rows: z.number(),
      /** Bodies that didn't fit. */
      leftOut: z.number(),
    }),
  },
  /**
   * Opens an exported log or a HAR, read only. The file is sent in parts: the first with `log`
   * null, the others with the returned value. The last part returns `opened`. `packed`: the parts
   * are base64 of the gzipped file, because a socket takes seconds for a large one. `closeLog`
   * cancels an unfinished opening.
   */
  openLog: {
    input: z.strictObject({
      log: z.string().nullable(),
      name: z.string().max(1_000),
      part: z.string().max(mostLogPart),
      packed: z.boolean(),
      last: z.boolean(),
    }),
    output: z.object({
      log: z.string(),
      opened: z
        .object({
          name: z.string(),
          /** When it was written, or began; 0 if the file doesn't say. */
          at: z.number(),
          /** The program that wrote it, according to the file. */
          by: z.string(),
          version: z.string(),
          /** What isn't shown of the file; null if nothing is missing. */
          leftOut: z.string().nullable(),
        })
        .nullable(),
    }),
  },
  closeLog: { input: z.strictObject({ log: z.string() }), output: done },
  /** A pinned row stays when others make room. */
  pinLog: { input: z.strictObject({ id: z.number(), pinned: z.boolean() }), output: done },
  /** Removes every unpinned row. */
  clearLog: { input: nothing, output: done },

  /** Without the mirror: a window must not choose which file is overwritten. */
  saveSettings: {
    input: settingsSchema.omit({ mirror: true }).partial().strict(),
    output: settingsSchema,
  },
  /**
   * Saves text where the person chooses: the shell's own dialog asks, and the page learns no path.
   * `name` is only a suggestion. `saved` is false if the person chose no place.
   */
  saveFile: {
    input: z.strictObject({ name: z.string().min(1).max(200), text: z.string() }),
    output: z.object({ saved: z.boolean() }),
  },
  /** The shell's own dialog asks for a folder; null if the person chose none. */
  chooseFolder: { input: nothing, output: z.object({ path: z.string().nullable() }) },
  /** Opens an https address outside the app, after the person saw it. */
  openExternal: {
    input: z.strictObject({ url: z.string() }),
    output: z.object({ opened: z.boolean() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type RequestContract = typeof requests;
export type RequestName = keyof RequestContract;
export type RequestInput<N extends RequestName> = z.input<RequestContract[N]['input']>;
export type RequestOutput<N extends RequestName> = z.output<RequestContract[N]['output']>;

export const requestNames = Object.keys(requests) as RequestName[];

/** Why a request failed. `code` is a closed set; `message` is for people. */
export const errorCodes = [
  'bad-input',
  'not-found',
  'not-connected',
  'needs-consent',
  'stale',
  'refused',
  'cancelled',
  'conflict',
  // A secret would be stored unencrypted without permission.
  'clear',
  'store',
  'server-error',
  'timeout',
  'forbidden',
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
export interface RequestError {
  readonly code: ErrorCode;
  readonly message: string;
}
export type RequestReply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: RequestError };

/** One handler per request; a missing one doesn't compile. */
export type RequestHandlers = {
  readonly [N in RequestName]: (
    input: z.output<RequestContract[N]['input']>,
    caller: RequestCaller,
  ) => Promise<RequestReply<RequestOutput<N>>>;
};

export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('server-put'), server: serverViewSchema }),
  z.object({ type: z.literal('server-removed'), label: z.string() }),
  /** Rows to add or replace. `reset`: first remove every row and refusal of the server. */
  z.object({
    type: z.literal('skills-put'),
    server: z.string(),
    reset: z.boolean(),
    skills: z.array(skillRowSchema),
    refused: z.array(refusedEntrySchema),
  }),
  /** All refusals of the server, replacing the known ones. */
  z.object({
    type: z.literal('refused-put'),
    server: z.string(),
    refused: z.array(refusedEntrySchema),
  }),
  z.object({ type: z.literal('skills-removed'), server: z.string(), uris: z.array(z.string()) }),
  z.object({
    type: z.literal('verdict'),
    server: z.string(),
    uri: z.string(),
    file: z.string(),
    verdict: verdictSchema,
  }),
  operationSchema.extend({ type: z.literal('operation') }),
  logPageSchema
    .pick({ epoch: true, rows: true, gone: true, revision: true, dropped: true })
    .extend({ type: z.literal('log') }),
  z.object({ type: z.literal('store'), store: storeStateSchema }),
  z.object({ type: z.literal('policy'), policy: policyStateSchema }),
  z.object({ type: z.literal('settings'), settings: settingsSchema }),
  z.object({ type: z.literal('waiting'), waiting: waitingViewSchema }),
  /** For the person, wherever they are: a capable shell shows it as a desktop notification. */
  z.object({ type: z.literal('notice'), title: z.string(), body: z.string() }),
]);
export type AppEvent = z.infer<typeof eventSchema>;

/** Events are numbered; a gap means that the snapshot must be loaded again. */
export interface EventEnvelope {
  readonly seq: number;
  readonly event: AppEvent;
}

/** What a shell gives the renderer: one function per request, and the events. */
export type RendererApi = {
  readonly [N in RequestName]: (input: RequestInput<N>) => Promise<RequestReply<RequestOutput<N>>>;
} & {
  readonly subscribe: (listener: (envelope: EventEnvelope) => void) => () => void;
};

/** What the Electron shell's preload gives the page besides the contract. */
export interface ShellApi extends RendererApi {
  /** The key of the page's dialogs: returned to the first caller, null to all others. */
  readonly takeKey: () => Promise<string | null>;
  /** Reports addresses in links from other programs (`addressOfLink`). */
  readonly onPlace: (listener: (address: string) => void) => () => void;
}
