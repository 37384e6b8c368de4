import { useMemo } from 'react';
import { revealInvisible } from '../../shared/invisible.ts';
import type { NotDone, Operation } from '../../shared/model/operation.ts';
import { quoteName } from '../../shared/quote-text.ts';
import { useApp } from './context.ts';
import type { AppState } from './state.ts';

type Names = Pick<AppState, 'skills'>;

/** What work is about, in a name: a skill's, its server's, or none. */
function subjectOf({ skills }: Names, { server, uri }: Operation): string {
  if (server === null) return '';
  if (uri === null) return server;
  return quoteName(skills.get(server)?.get(uri)?.name ?? revealInvisible(uri));
}

const figure = (count: number): string => count.toLocaleString('en');
const of = ({ done, total }: Operation): string =>
  total === null ? `${figure(done)} so far` : `${figure(done)} of ${figure(total)}`;
const all = ({ total }: Operation): string => (total === null ? '' : ` ${figure(total)}`);

/** What runs, and how far it is. */
export function runningWords(state: Names, operation: Operation): string {
  const subject = subjectOf(state, operation);
  switch (operation.kind) {
    case 'list':
      return `Listing ${subject} · ${of(operation)}`;
    case 'verify':
      return `Verifying ${subject} · ${of(operation)}`;
    case 'read-all':
      return `Loading every file of ${subject} · ${of(operation)}`;
    case 'conformance':
      return `Checking ${subject} against the specification · ${of(operation)}`;
    case 'approve':
      return `Approving${all(operation)} · ${figure(operation.done)} saved`;
    case 'deny':
      return `Denying${all(operation)} · ${figure(operation.done)} saved`;
    case 'revoke':
      return `Revoking${all(operation)} · ${figure(operation.done)} saved`;
    case 'session':
      return `Allowing${all(operation)} for this session · ${figure(operation.done)} done`;
    case 'undo':
      return `Undoing${all(operation)} · ${figure(operation.done)} saved`;
    case 'import':
      return 'Importing decisions';
    case 'export':
      return `Signing${all(operation)} decisions`;
    case 'keep':
      return `Keeping text for later diffs · ${of(operation)}`;
    default:
      return operation.kind satisfies never;
  }
}

const ended: Readonly<Record<Operation['kind'], string>> = {
  list: 'Listed',
  verify: 'Verified',
  'read-all': 'Loaded every file of',
  conformance: 'Checked',
  approve: 'Approved',
  deny: 'Denied',
  revoke: 'Revoked',
  session: 'Allowed',
  undo: 'Undone',
  import: 'Imported',
  export: 'Exported',
  keep: 'Kept',
};
const stopped: Readonly<Record<Operation['kind'], string>> = {
  list: 'Listing',
  verify: 'Verifying',
  'read-all': 'Loading every file of',
  conformance: 'Checking',
  approve: 'Approving',
  deny: 'Denying',
  revoke: 'Revoking',
  session: 'Allowing',
  undo: 'Undoing',
  import: 'Importing',
  export: 'Exporting',
  keep: 'Keeping text',
};

/** How it ended, in one line. */
export function resultWords(state: Names, operation: Operation): string {
  const { kind, status, message } = operation;
  const subject = subjectOf(state, operation);
  const about = subject === '' ? '' : ` ${subject}`;
  if (status === 'cancelled') return `${stopped[kind]}${about} was stopped: ${message}`;
  if (status === 'failed') return `${stopped[kind]}${about} failed: ${message}`;
  return `${ended[kind]}${about}: ${message}`;
}

/** Not everything of it went well. */
export const wentWrong = ({ status, failed, notDone }: Operation): boolean =>
  status === 'failed' || failed > 0 || notDone.length > 0;

/** Work shorter than this is no news while it runs, nor when all of it went well. ms */
export const newsMs = 500;

/** Work that decides nothing and leaves its outcome on a page. */
const reading: ReadonlySet<Operation['kind']> = new Set(['verify', 'read-all', 'conformance']);

/** Whether a result stands at the foot of the window until somebody closes it. */
export function isNews(operation: Operation): boolean {
  const { kind, status, closed, startedAt, endedAt } = operation;
  if (closed || status === 'running' || endedAt === null || kind === 'list') return false;
  if (wentWrong(operation) || status === 'cancelled') return true;
  if (kind === 'keep') return false;
  return !reading.has(kind) || endedAt - startedAt >= newsMs;
}

/** How the newest check of a server (`uri` null) or of a skill came out. */
export interface LastVerified {
  /** Of the day, as `04:01`. */
  readonly at: string;
  readonly words: string;
  /** The first file that did not match. */
  readonly first: NotDone | null;
}

export function lastVerified(
  operations: AppState['operations'],
  server: string,
  uri: string | null,
): LastVerified | null {
  const last = [...operations.values()].findLast(
    (one) =>
      one.kind === 'verify' && one.server === server && one.uri === uri && one.endedAt !== null,
  );
  if (last === undefined || last.endedAt === null) return null;
  const at = new Date(last.endedAt).toLocaleTimeString('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const words = last.status === 'cancelled' ? `${last.message} (stopped)` : last.message;
  return { at, words, first: last.notDone[0] ?? null };
}

/** `lastVerified`, followed as it changes. */
export function useLastVerified(server: string, uri: string | null): LastVerified | null {
  const operations = useApp((app) => app.operations);
  return useMemo(() => lastVerified(operations, server, uri), [operations, server, uri]);
}

/** Work of one kind that runs on a server, or on one skill of it. */
export const runningOn = (
  operations: AppState['operations'],
  kind: Operation['kind'],
  server: string,
  uri: string | null,
): Operation | undefined =>
  [...operations.values()].find(
    (one) =>
      one.kind === kind && one.server === server && one.uri === uri && one.status === 'running',
  );
