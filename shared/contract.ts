import { z } from 'zod';
import { storeStateSchema } from './model/approval.ts';
import { bundlePreviewSchema } from './model/bundle.ts';
import type { RequestCaller } from './model/confirmation.ts';
import {
  directoryViewSchema,
  fileDiffSchema,
  skillChangesSchema,
  skillDetailSchema,
} from './model/detail.ts';
import { skillFindingsSchema } from './model/findings.ts';
import { flipsSchema } from './model/flips.ts';
import { fileViewSchema } from './model/file-view.ts';
import { auditPageSchema, historySchema } from './model/history.ts';
import { hostChangeSchema, hostViewSchema } from './model/hosts.ts';
import { importPreviewSchema } from './model/import.ts';
import { foundExchangeSchema, logDetailSchema, logPageSchema, soughtSchema } from './model/log.ts';
import { mismatchSchema } from './model/mismatch.ts';
import { notListedSchema } from './model/not-listed.ts';
import {
  auditActions,
  hostIds,
  leftSignIns,
  mostAuditLines,
  mostLogPart,
  mostLogRows,
  mostSearched,
} from './model/plain.ts';
import { manyActions, operationSchema } from './model/operation.ts';
import { policyStateSchema } from './model/policy.ts';
import { serverInputSchema, serverTargetSchema, serverViewSchema } from './model/server.ts';
import { reportSchema } from './model/report.ts';
import { settingsSchema } from './model/settings.ts';
import { refusedEntrySchema, skillRowSchema } from './model/skill.ts';
import { startViewSchema } from './model/start.ts';
import { templateViewSchema } from './model/template.ts';
import { waitingViewSchema } from './model/waiting.ts';
import { verdictSchema } from './model/verdict.ts';

/**
 * The one place where a request's or an event's name and shape stand. Both shells carry
 * exactly this; the main side parses every input strictly before it acts.
 */
const nothing = z.strictObject({});
const onServer = z.strictObject({ server: z.string() });
const onSkill = z.strictObject({ server: z.string(), uri: z.string() });
const onSignIn = z.strictObject({ server: z.string(), id: z.string() });
const onRow = z.strictObject({ log: z.string().nullable(), id: z.number() });
const onFile = z.strictObject({ server: z.string(), uri: z.string(), file: z.string() });
/** `text` is looked for in every field, in any case of letters. */
const auditFilter = z.strictObject({
  server: z.string().nullable(),
  text: z.string(),
  action: z.enum(auditActions).nullable(),
});
const started = z.object({ operationId: z.string() });
const done = z.object({});

/**
 * A decision names the server and the content that were on screen and the decision that stood then;
 * where any is another one by now it is refused.
 */
export const decisionItemSchema = z.strictObject({
  server: z.string(),
  uri: z.string(),
  /** The server that was on screen: `identity` of the row. The label alone may be another's by now. */
  identity: z.string().nullable(),
  setDigest: z.string().nullable(),
  /** What the entry said of itself on screen: `metadataDigest` of the row. */
  metadataDigest: z.string().nullable(),
  /** Id of the record that stood on screen; null = none did. */
  replaces: z.string().nullable(),
  /** Tools ticked by hand, a subset of the skill's `allowed-tools`. */
  grants: z.array(z.string()),
  /** How many of its files were on screen whole, in a form that hides nothing. */
  shown: z.number().int().nonnegative().optional(),
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
    'nothing-to-revoke',
    'store-unreadable',
    'write-failed',
  ]),
  message: z.string(),
  /** Of a decision that was done: id of the record that stands now; null = none does. */
  record: z.string().nullable().optional(),
  /** Of a decision that was done: names it for `undo`, as long as this process runs. */
  undo: z.string().optional(),
});
export type DecisionItem = z.infer<typeof decisionItemSchema>;
export type DecideOutcome = z.infer<typeof decideOutcomeSchema>;

export const snapshotSchema = z.object({
  seq: z.number(),
  version: z.string(),
  shell: z.enum(['electron', 'browser']),
  platform: z.enum(['mac', 'windows', 'linux']),
  /** The file that a session list came from; its servers are not saved. */
  sessionConfig: z.string().nullable(),
  servers: z.array(serverViewSchema),
  skills: z.array(skillRowSchema),
  refused: z.array(refusedEntrySchema),
  settings: settingsSchema,
  store: storeStateSchema,
  policy: policyStateSchema,
  /** What hosts asked for and did not get. */
  waiting: waitingViewSchema,
  /** What runs, and how what ended in this session came out. */
  operations: z.array(operationSchema),
  dataFolder: z.string(),
});
export type AppSnapshot = z.infer<typeof snapshotSchema>;

/** The person's yes to secrets that stand in the file as they are; without it: `clear`. */
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
      /** What the form showed when it was opened: without it no stored secret is kept. */
      openedOn: serverTargetSchema.optional(),
      inTheClear,
    }),
    /** `signIn`: what became of the sign-in at an address that it has no more. */
    output: z.object({ label: z.string(), signIn: z.enum(leftSignIns) }),
  },
  removeServer: {
    input: z.strictObject({
      server: z.string(),
      forgetDecisions: z.boolean(),
      forgetCache: z.boolean(),
    }),
    /** What became of its sign-in. */
    output: z.object({ signIn: z.enum(leftSignIns) }),
  },
  setServerEnabled: {
    input: z.strictObject({ server: z.string(), enabled: z.boolean() }),
    output: done,
  },
  /** What would be started, for the dialog that asks; `challenge` is for its answer. */
  viewStart: {
    input: onServer,
    output: z.object({ fingerprint: z.string(), start: startViewSchema, challenge: z.string() }),
  },
  /** The person's yes to starting exactly this command (`proof`: model/confirmation.ts). */
  allowStart: {
    input: z.strictObject({ server: z.string(), fingerprint: z.string(), proof: z.string() }),
    output: done,
  },
  reconnectServer: { input: onServer, output: done },
  /**
   * Looks where a sign-in would go, and opens nothing: what it finds, and how it ends, is told as the
   * server's `signIn.way` under this id. One that is under way is given up for it.
   */
  signIn: { input: onServer, output: z.object({ id: z.string() }) },
  /**
   * The person has seen where it goes (`asks`). `opened` is false where the shell has no browser: then
   * they open the `address` of the way.
   */
  openSignIn: { input: onSignIn, output: z.object({ opened: z.boolean() }) },
  /** The address that the browser ended at, where it could not come back by itself. */
  finishSignIn: { input: onSignIn.extend({ address: z.string().max(20_000) }), output: done },
  cancelSignIn: { input: onServer, output: done },
  /** `failed`: it is forgotten here, and the authorization server could not be told. */
  signOut: {
    input: onServer,
    output: z.object({ outcome: z.enum(['revoked', 'not-offered', 'failed', 'was-not']) }),
  },
  addSampleServer: { input: nothing, output: z.object({ label: z.string() }) },
  previewPaste: { input: z.strictObject({ text: z.string() }), output: importPreviewSchema },
  findImports: { input: nothing, output: z.array(importPreviewSchema) },
  applyImport: {
    input: z.strictObject({
      importId: z.string(),
      labels: z.array(z.string()),
      /** By label and by the name that was asked for; may be secrets, which travel one way only. */
      given: z.record(z.string(), z.record(z.string(), z.string())),
      inTheClear,
    }),
    output: z.object({ added: z.array(z.string()) }),
  },

  /** Every MCP host of this machine that Skillgate knows. `problem`: why none can be changed. */
  getHosts: {
    input: nothing,
    output: z.object({ hosts: z.array(hostViewSchema), problem: z.string().nullable() }),
  },
  /** What would be written into a host's file; `challenge` is for the yes to it. */
  previewHost: {
    input: z.strictObject({
      host: z.enum(hostIds),
      keys: z.array(z.string()).min(1),
      to: z.enum(['through', 'direct']),
    }),
    output: hostChangeSchema.extend({ challenge: z.string() }),
  },
  /** The yes to what `previewHost` gave under this id, to using the servers that it names too. */
  applyHost: {
    input: z.strictObject({ changeId: z.string(), proof: z.string() }),
    output: z.object({ path: z.string(), backup: z.string().nullable() }),
  },

  /** Takes lines out of the waiting queue, undecided. */
  dismissWaiting: { input: z.strictObject({ keys: z.array(z.string()).min(1) }), output: done },

  refreshServer: { input: onServer, output: started },
  openByUri: { input: onSkill, output: skillDetailSchema },
  refreshSkill: { input: onSkill, output: skillDetailSchema },
  getSkill: { input: onSkill, output: skillDetailSchema },
  readFile: { input: onFile.extend({ full: z.boolean() }), output: fileViewSchema },
  /** What rules say of the files that were read; reads none. */
  getFindings: { input: onSkill, output: skillFindingsSchema },
  /** A person's word on a finding that is on screen, bound to the rule and the bytes. */
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
   * Asks a server for what the checks of the specification look at; its end is told as an operation.
   * `anew`: over a connection that begins with it, of a command with a process of its own.
   */
  checkServer: {
    input: onServer.extend({ anew: z.boolean() }),
    output: started,
  },
  /** The newest whole check since the server is configured so; asks it for nothing. */
  getReport: {
    input: onServer,
    output: z.object({
      report: reportSchema.nullable(),
      /** Against the check before; null where there was none. */
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
  /** What looks like a skill and that the server does not list; asks it for nothing. */
  listNotListed: { input: onServer, output: notListedSchema },
  listTemplates: { input: onServer, output: z.array(templateViewSchema) },
  /**
   * Values for one variable of a template; `others` are the variables that are filled in already.
   */
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
  /** The URI that the values give; it is opened with `openByUri`. */
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
  /** The person has seen how it ended: no window shows it at its foot any more. */
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
   * Decides many skills, some at a time: each part is on disk before the next is begun, and told as
   * rows. `note` and `expiresAt` as in `approve`; others have none.
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
   * Takes decisions of this process back, each by the `undo` of its outcome: what stood before stands
   * again under its own id. Refused where somebody has decided since, and where an approval would
   * come back of which something else was seen meanwhile.
   */
  undo: {
    input: z.strictObject({ items: z.array(onSkill.extend({ undo: z.string() })).min(1) }),
    output: z.array(decideOutcomeSchema),
  },
  /** Takes back what a `decideMany` decided, some at a time; each as `undo` does. */
  undoMany: { input: z.strictObject({ operationId: z.string() }), output: started },
  getChanges: { input: onSkill, output: skillChangesSchema.nullable() },
  /**
   * One file against what was approved of it, or against `since`: the digest of bytes that this
   * session showed.
   */
  getDiff: { input: onFile.extend({ since: z.string().nullable() }), output: fileDiffSchema },

  /**
   * What arrived of a file that failed a check, beside what was expected; `read`: the person wants it
   * asked for where it is not held.
   */
  getMismatch: { input: onFile.extend({ read: z.boolean() }), output: mismatchSchema },

  /** What was changed since the approval, as a document for a pull request or a ticket. */
  exportChanges: { input: onSkill, output: z.object({ markdown: z.string() }) },

  getHistory: { input: onSkill, output: historySchema },
  getAudit: {
    input: auditFilter.extend({
      before: z.number().int().nullable(),
      limit: z.number().int().min(1).max(mostAuditLines),
    }),
    output: auditPageSchema,
  },
  /** The matching lines as they stand in the file, oldest first. */
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
   * Nothing is applied from a key that is not trusted: `trustKey` is the proof of the person's word
   * that it is from now on. `older`: items marked so may replace newer decisions.
   */
  applyBundle: {
    input: z.strictObject({
      bundleId: z.string(),
      trustKey: z.string().nullable(),
      older: z.boolean(),
    }),
    output: z.object({ outcomes: z.array(decideOutcomeSchema) }),
  },
  /** Every decision and every kept byte. */
  clearAll: {
    input: z.strictObject({ confirm: z.literal('forget every decision') }),
    /** `left`: why kept bytes could not be deleted; the decisions are forgotten. */
    output: z.object({ removed: z.number(), left: z.string().exactOptional() }),
  },

  /** The last lines that a server's process wrote to stderr, masked; `lost` came before them. */
  getStderr: {
    input: onServer,
    output: z.object({ lines: z.array(z.string()), lost: z.number() }),
  },
  /**
   * What changed in the log after a revision, in pages: nobody is sent what they hold. `epoch`: of the
   * rows that are held, null when none are. `log`: an opened file, null for what is going on.
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
  /** One row with its bodies; null when it has left the log. */
  getLogDetail: { input: onRow, output: z.object({ detail: logDetailSchema.nullable() }) },
  /** Rows changed after a revision in whose bodies the text is, in any case of letters. */
  searchLog: {
    input: z.strictObject({
      log: z.string().nullable(),
      text: z.string().max(mostSearched),
      after: z.number().int().min(0),
    }),
    output: z.object({ ids: z.array(z.number()), revision: z.number(), ms: z.number() }),
  },
  /** What a person may send to a server by hand, and what the composer begins with. */
  composeLog: {
    input: z.strictObject({ server: z.string(), row: z.number().nullable() }),
    output: z.object({ methods: z.array(z.string()), method: z.string(), params: z.string() }),
  },
  /** Sends the request of a row once more; gives the row of the new one. */
  sendAgain: { input: z.strictObject({ row: z.number() }), output: z.object({ row: z.number() }) },
  /** Sends what a person wrote, where it only reads. `params` is JSON text. */
  sendByHand: {
    input: z.strictObject({ server: z.string(), method: z.string(), params: z.string() }),
    output: z.object({ row: z.number() }),
  },
  /** The exchange that something rests on; what is not sure about it is said. */
  findExchange: { input: soughtSchema, output: foundExchangeSchema },
  /** A row for the clipboard, secrets masked; null where it has no such form, or is not kept. */
  copyLog: {
    input: onRow.extend({ as: z.enum(['json', 'curl', 'line']) }),
    output: z.object({ text: z.string().nullable() }),
  },
  /** Rows as a file, secrets masked; all of them where none are named. A HAR has those over HTTP. */
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
      /** Bodies for which there was no room. */
      leftOut: z.number(),
    }),
  },
  /**
   * Opens an exported log or a HAR, read only. The file comes in parts: the first with `log` null, the
   * others with what it gave. `opened` comes with the last. `packed`: the parts are base64 of the file
   * in gzip, as a socket takes seconds for a large one. `closeLog` ends what is under way.
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
          /** When it was written, or began; 0 where the file does not say. */
          at: z.number(),
          /** The program that wrote it, as the file says. */
          by: z.string(),
          version: z.string(),
          /** What of the file is not shown; null where all is. */
          leftOut: z.string().nullable(),
        })
        .nullable(),
    }),
  },
  closeLog: { input: z.strictObject({ log: z.string() }), output: done },
  /** A pinned row stays when others make room. */
  pinLog: { input: z.strictObject({ id: z.number(), pinned: z.boolean() }), output: done },
  /** Lets go of every row that is not pinned. */
  clearLog: { input: nothing, output: done },

  /** Not the mirror: a window does not choose which file is overwritten. */
  saveSettings: {
    input: settingsSchema.omit({ mirror: true }).partial().strict(),
    output: settingsSchema,
  },
  /**
   * Saves text where the person says: the shell's own dialog asks, and the page learns no path.
   * `name` is only proposed. `saved` is false when the person chose no place.
   */
  saveFile: {
    input: z.strictObject({ name: z.string().min(1).max(200), text: z.string() }),
    output: z.object({ saved: z.boolean() }),
  },
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

/** Why a request was not done. `code` is closed; `message` is for people. */
export const errorCodes = [
  'bad-input',
  'not-found',
  'not-connected',
  'needs-consent',
  'stale',
  'refused',
  'cancelled',
  'conflict',
  // A secret would stand in a file as it is, and nobody said yes to that.
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
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RequestError };

/** One handler per request; a missing one does not compile. */
export type RequestHandlers = {
  readonly [N in RequestName]: (
    input: z.output<RequestContract[N]['input']>,
    caller: RequestCaller,
  ) => Promise<RequestReply<RequestOutput<N>>>;
};

export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('server-put'), server: serverViewSchema }),
  z.object({ type: z.literal('server-removed'), label: z.string() }),
  /** Rows to add or replace. `reset`: first drop every row and refusal of the server. */
  z.object({
    type: z.literal('skills-put'),
    server: z.string(),
    reset: z.boolean(),
    skills: z.array(skillRowSchema),
    refused: z.array(refusedEntrySchema),
  }),
  /** All refusals of the server, replacing those known. */
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
  /** For the person, wherever they are: a shell that can shows it as a notice of the system. */
  z.object({ type: z.literal('notice'), title: z.string(), body: z.string() }),
]);
export type AppEvent = z.infer<typeof eventSchema>;

/** Events carry an increasing number; a gap means that the snapshot must be loaded again. */
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

/** What the Electron shell's preload gives the page, beside the contract. */
export interface ShellApi extends RendererApi {
  /** The key of the page's dialogs, to the first who asks; null to everybody after. */
  readonly takeKey: () => Promise<string | null>;
  /** Tells of addresses that links of other programs lead to (`addressOfLink`). */
  readonly onPlace: (listener: (address: string) => void) => () => void;
}
