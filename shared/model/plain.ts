import type { AppSettings } from './settings.ts';

// What is needed of the model without its schemas: whoever imports this file alone loads no zod.

/** The ways of serving skills. */
export const dialectIds = [
  'skills-ext',
  'skills-ext-draft',
  'index-2026-06',
  'index-2026-04',
  'sep-2076',
  'manifest',
  'skill-root',
  'index-documents',
  'flat',
  'well-known',
] as const;
export type DialectId = (typeof dialectIds)[number];

/** Whose turn it is after a failure. */
export const turns = ['person', 'operator', 'author', 'wait'] as const;
export type NextActor = (typeof turns)[number];

/** The MCP hosts whose files Skillgate knows how to change. */
export const hostIds = [
  'claude-desktop',
  'claude-code',
  'vscode',
  'vscode-insiders',
  'cursor',
  'windsurf',
  'codex',
  'gemini',
  'goose',
] as const;
export type HostId = (typeof hostIds)[number];

/** Which check a file failed. In the order in which they run. */
export const checkIds = [
  'listed',
  'location',
  'limit',
  'read',
  'size',
  'digest',
  'frontmatter',
] as const;
export type CheckId = (typeof checkIds)[number];

/** What a line of the audit tells of. */
export const auditActions = [
  'approved',
  'denied',
  'revoked',
  'undone',
  'forgotten',
  'changed-seen',
  'expired',
  'grant-changed',
  'imported',
  'exported',
  'policy-applied',
  'store-recovered',
  'verification-failed',
  'verification-cleared',
  'loaded',
  'load-refused',
  'withheld',
  'instructions-edited',
  'skill-tools-seen',
  'finding-acknowledged',
  'finding-reopened',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What a line of the audit came about through, where it says so. */
export const auditVias = ['gateway'] as const;
export type AuditVia = (typeof auditVias)[number];

/** Most lines of the audit in one answer. */
export const mostAuditLines = 500;

export const defaultSettings: AppSettings = {
  theme: 'system',
  letterKeys: true,
  notices: true,
  treeOpen: true,
  treeWidth: 300,
  drawerHeight: 240,
  mirror: null,
};

/** Why a socket was closed; a page can read nothing else about it. */
export const closeCodes = { notAdmitted: 4401, tooManyWindows: 4429, notARequest: 1008 } as const;

/** How many things that did not go well long work names. */
export const mostNamed = 200;

/** How long a server may take to start and answer, in seconds; `usual` where nobody said. */
export const startSeconds = { least: 1, most: 600, usual: 60 } as const;
export const startSecondsRange = `a whole number of seconds from ${startSeconds.least} to ${startSeconds.most}`;
export const isStartSeconds = (value: unknown): value is number =>
  Number.isInteger(value) &&
  Number(value) >= startSeconds.least &&
  Number(value) <= startSeconds.most;

/**
 * What became of the sign-in of a server that was removed. `forgotten`: here; the authorization
 * server was not told. `shared`: another server at the same address uses it. `unchanged`: what is
 * kept cannot be read or written now.
 */
export const leftSignIns = ['none', 'forgotten', 'shared', 'unchanged'] as const;
export type LeftSignIn = (typeof leftSignIns)[number];

/** After a sentence about the removal, or about another address; empty where there is nothing to say. */
export const leftSignInWords: Readonly<Record<LeftSignIn, string>> = {
  none: '',
  forgotten: 'Its sign-in was removed here, but the authorization server wasn’t notified.',
  shared: 'Its sign-in is kept because another of your servers uses the same address.',
  unchanged: 'Its sign-in couldn’t be removed; `skillgate doctor` says why.',
};

/** Rows of the protocol log that one answer has. */
export const mostLogRows = 5_000;
/** Characters that are looked for in it. */
export const mostSearched = 1_000;
/** Characters of an exported log that are sent at once. */
export const mostLogPart = 2 * 1024 * 1024;
