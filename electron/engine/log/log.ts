import type { LogDetail } from '../../../shared/model/log.ts';
import { noMeaning } from '../../../shared/model/log-meaning.ts';
import { rowOf, type LogEntry, httpFactsOf } from '../../core/log/entry.ts';
import type { LogStore } from '../../core/log/log-store.ts';
import { searched } from '../../core/log/search.ts';
import type { SkillContext } from '../contexts.ts';
import { meaningOf, skillOf } from './meaning.ts';
import { notSendable } from './send.ts';

/** One row with what is kept of it; null when it has left the log. */
export function detailOf(parts: SkillContext, store: LogStore, id: number): LogDetail | null {
  const entry = store.get(id);
  return entry === undefined
    ? null
    : {
        ...bodiesOf(store, entry),
        skill: skillOf(parts.catalogue, entry),
        meaning: meaningOf(parts, store, entry),
        notSendable: notSendable(parts)(entry),
      };
}

/** The same of an opened file: its servers are somebody's, whatever they are called. */
export function openedDetail(store: LogStore, id: number): LogDetail | null {
  const entry = store.get(id);
  return entry === undefined
    ? null
    : {
        ...bodiesOf(store, entry),
        skill: null,
        meaning: noMeaning('opened'),
        notSendable: 'An opened log is read-only.',
      };
}

const bodiesOf = (
  store: LogStore,
  entry: LogEntry,
): Pick<LogDetail, 'row' | 'request' | 'response' | 'http'> => ({
  row: rowOf(entry),
  ...store.texts(entry.id),
  http: entry.http === null ? null : httpFactsOf(entry, entry.http),
});

/** Rows changed after a revision in whose bodies a text stands. */
export function searchLog(
  { clock }: SkillContext,
  store: LogStore,
  text: string,
  after: number,
): { readonly ids: number[]; readonly revision: number; readonly ms: number } {
  const began = clock.now();
  const ids = searched(store, text, after);
  return { ids, revision: store.revision, ms: clock.now() - began };
}
