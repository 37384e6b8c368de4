import type { AppSettings } from './settings.ts';

// The parts of the model that work without its schemas: importing only this file loads no zod.

/** The dialects. */
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

/** Who has to act after a failure. */
export const turns = ['person', 'operator', 'author', 'wait'] as const;
export type NextActor = (typeof turns)[number];

/** The apps whose files Skillgate can change. */
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
  'opencode',
  'zed',
  'copilot',
  'qwen',
  'continue',
  'cline',
  'fast-agent',
  'lm-studio',
  'kiro',
  'amazon-q',
  'junie',
] as const;
export type HostId = (typeof hostIds)[number];

/** Which check a file failed, in the order they run. */
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

/** What a line of the audit is about. */
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

/** What triggered a line of the audit, if it says so. */
export const auditVias = ['gateway'] as const;
export type AuditVia = (typeof auditVias)[number];

/** Maximum audit lines in one answer. */
export const mostAuditLines = 500;

export const defaultSettings: AppSettings = {
  theme: 'system',
  letterKeys: true,
  openOnSelect: true,
  notices: true,
  treeOpen: true,
  treeWidth: 300,
  drawerHeight: 240,
  mirror: null,
};

/** Why a socket was closed; a page can read nothing else about it. */
export const closeCodes = { notAdmitted: 4401, tooManyWindows: 4429, notARequest: 1008 } as const;

/** How many failed items long-running work names. */
export const mostNamed = 200;

/** The start timeout in seconds; `usual` if unset. */
export const startSeconds = { least: 1, most: 600, usual: 60 } as const;
export const startSecondsRange = `a whole number of seconds from ${startSeconds.least} to ${startSeconds.most}`;
export const isStartSeconds = (value: unknown): value is number =>
  Number.isInteger(value) &&
  Number(value) >= startSeconds.least &&
  Number(value) <= startSeconds.most;

/**
 * What happened to a removed server's sign-in. `forgotten`: removed here, without notifying the
 * authorization server. `shared`: another server at the same address uses it. `unchanged`: what is
 * stored can't be read or written now.
 */
export const leftSignIns = ['none', 'forgotten', 'shared', 'unchanged'] as const;
export type LeftSignIn = (typeof leftSignIns)[number];

/** Follows a sentence about the removal or the changed address; empty if there's nothing to say. */
export const leftSignInWords: Readonly<Record<LeftSignIn, string>> = {
  none: '',
  forgotten: 'Its sign-in was removed here, but the authorization server wasn’t notified.',
  shared: 'Its sign-in is kept because another of your servers uses the same address.',
  unchanged: 'Its sign-in couldn’t be removed; `skillgate doctor` says why.',
};

/** Rows of the protocol log in one answer. */
export const mostLogRows = 5_000;
/** Maximum characters of a search text. */
export const mostSearched = 1_000;
/** Characters of an exported log sent at once. */
export const mostLogPart = 2 * 1024 * 1024;

/** What's kept of how much of one file was read, in UTF-16 units. */
export const longestReading = 4_096;

/** In place of the file that a command means. */
export const programNotFound = 'not found on this machine';
