import { type LogDetail, noMeaning } from '../../../shared/model/log.ts';
import { rowOf, type LogEntry, httpFactsOf } from '../../core/log/entry.ts';
import { type LogStore, searched } from '../../core/log/log-store.ts';
import type { SkillContext } from '../contexts.ts';
import { meaningOf, skillOf } from './meaning.ts';
import {
  byHand,
  editable,
  methodsFor,
  notSentAgain,
  paramsOf,
  type ByHand,
} from '../../core/log/manual-requests.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import { fault } from '../options.ts';

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

/** The revision that a server speaks now; null while it isn’t connected. */
const versionOf = ({ catalogue, links }: SkillContext, label: string): string | null => {
  const server = catalogue.servers.get(label);
  return server === undefined || !links.isOpen(server)
    ? null
    : (server.facts?.protocolVersion ?? '');
};

/** Why the request of a row is not sent again; null when it may be. */
const notSendable =
  (parts: SkillContext) =>
  (entry: LogEntry): string | null =>
    notSentAgain(entry, versionOf(parts, entry.server));

/** What a person may send to a server, and what the fields of the composer begin with. */
export function composed(
  parts: SkillContext,
  label: string,
  row: number | null,
): Result<{ methods: readonly string[]; method: string; params: string }, RequestError> {
  const version = versionOf(parts, label);
  if (version === null) return err(fault('not-connected', `${label} isn’t connected.`));
  const methods = [...methodsFor(version)];
  const entry = row === null ? undefined : parts.log.store.get(row);
  if (entry === undefined || row === null)
    return ok({ methods, method: 'skills/list', params: '{}' });
  const params = paramsOf(parts.log.store.raw(row));
  const { method, secrets } = entry;
  if (params === null)
    return err(
      fault('not-found', 'The log kept only a part of this request, so it can’t be edited.'),
    );
  return ok({ methods, method, params: editable(params, secrets) });
}

/** Sends a recorded request once more, as it was. Gives the row of the new one. */
export async function sendAgain(
  parts: SkillContext,
  row: number,
): Promise<Result<{ row: number }, RequestError>> {
  const { store } = parts.log;
  const entry = store.get(row);
  if (entry === undefined) return err(fault('not-found', 'It’s no longer in the log.'));
  const refused = notSendable(parts)(entry);
  if (refused !== null) return err(fault('refused', refused));
  const params = paramsOf(store.raw(row));
  if (params === null)
    return err(
      fault('not-found', 'The log kept only a part of this request, so it can’t be sent again.'),
    );
  return send(parts, entry.server, { method: entry.method, params });
}

/**
 * Sends what a person wrote. What comes back stands in the log and goes nowhere else: no listing,
 * no verdict and no decision is made of it.
 */
export async function sendByHand(
  parts: SkillContext,
  label: string,
  method: string,
  params: string,
): Promise<Result<{ row: number }, RequestError>> {
  const version = versionOf(parts, label);
  if (version === null) return err(fault('not-connected', `${label} isn’t connected.`));
  const read = byHand(method, params, version);
  return read.ok ? send(parts, label, read.value) : err(fault('bad-input', read.error));
}

/** Waits until it is on its way, not until it is answered: the row tells that. */
function send(
  { catalogue, links }: SkillContext,
  label: string,
  request: ByHand,
): Promise<Result<{ row: number }, RequestError>> {
  const server: CatalogueServer | undefined = catalogue.servers.get(label);
  return new Promise((resolve) => {
    const failed = (message: string): void => resolve(err(fault('not-connected', message)));
    if (server === undefined) return failed(`There’s no server labeled ${label}.`);
    if (server.configured.folder !== undefined)
      return failed(`${label} is a local folder. Nothing is sent to it.`);
    void links
      .byHand(server, request, (row) => resolve(ok({ row })))
      .then((answer) => {
        if (!answer.ok) failed(answer.error.message);
      });
  });
}
