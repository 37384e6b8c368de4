import { useMemo } from 'react';
import { revealInvisible } from '../../shared/invisible.ts';
import {
  type ManyAction,
  manyActions,
  type NotDone,
  type Operation,
} from '../../shared/model/operation.ts';
import { quoteName } from '../../shared/quote-text.ts';
import { useApp } from './context.ts';
import type { AppState } from './state.ts';

type Names = Pick<AppState, 'skills'>;

/** The subject of an operation: a skill's name, its server's, or none. */
function subjectOf({ skills }: Names, { server, uri }: Operation): string {
  if (server === null) return '';
  if (uri === null) return server;
  return quoteName(skills.get(server)?.get(uri)?.name ?? revealInvisible(uri));
}

const figure = (count: number): string => count.toLocaleString('en');
const of = ({ done, total }: Operation): string =>
  total === null ? `${figure(done)} so far` : `${figure(done)} of ${figure(total)}`;
const all = ({ total }: Operation): string => (total === null ? '' : ` ${figure(total)}`);

/** What's running and its progress. */
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
    case 'protect':
      return operation.message === '' ? 'Trying servers' : operation.message;
    default:
      return operation.kind satisfies never;
  }
}

const ended: Readonly<Record<Exclude<Operation['kind'], ManyAction>, string>> = {
  list: 'Listed',
  verify: 'Verified',
  'read-all': 'Loaded every file of',
  conformance: 'Checked',
  undo: 'Undone',
  import: 'Imported',
  export: 'Exported',
  keep: 'Kept',
  protect: 'Tried servers',
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
  protect: 'Trying servers',
};

const isDecision = (kind: Operation['kind']): kind is ManyAction =>
  manyActions.some((action) => action === kind);

/** The result in one line. */
export function resultWords(state: Names, operation: Operation): string {
  const { kind, status, message } = operation;
  const subject = subjectOf(state, operation);
  const about = subject === '' ? '' : ` ${subject}`;
  if (status === 'cancelled') return `${stopped[kind]}${about} was stopped: ${message}`;
  if (status === 'failed') return `${stopped[kind]}${about} failed: ${message}`;
  // Of decisions, the message itself says what was done.
  if (isDecision(kind)) return subject === '' ? message : `${subject}: ${message}`;
  return `${ended[kind]}${about}: ${message}`;
}

/** True if part of it failed. */
export const wentWrong = ({ status, failed, notDone }: Operation): boolean =>
  status === 'failed' || failed > 0 || notDone.length > 0;

/** Shorter operations aren't shown while they run, nor afterwards if they succeed. ms */
export const newsMs = 500;

/** Operations that decide nothing and show their result on a page. */
const reading: ReadonlySet<Operation['kind']> = new Set(['verify', 'read-all', 'conformance']);

/** Whether a result stays at the bottom of the window until someone closes it. */
export function isNews(operation: Operation): boolean {
  const { kind, status, closed, startedAt, endedAt } = operation;
  if (closed || status === 'running' || endedAt === null || kind === 'list') return false;
  // The page that asked for it shows it, or a toast does.
  if (kind === 'protect') return false;
  if (wentWrong(operation) || status === 'cancelled') return true;
  if (kind === 'keep') return false;
  return !reading.has(kind) || endedAt - startedAt >= newsMs;
}

/** The newest check of a server (`uri` null) or a skill. */
export interface LastVerified {
  /** Time of day, such as `04:01`. */
  readonly at: string;
  readonly words: string;
  /** The first file that didn't match. */
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

/** `lastVerified`, updated as it changes. */
export function useLastVerified(server: string, uri: string | null): LastVerified | null {
  const operations = useApp((app) => app.operations);
  return useMemo(() => lastVerified(operations, server, uri), [operations, server, uri]);
}

/** The running operation of one kind on a server or a skill. */
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
