import type { RequestHandlers } from '../../../shared/contract.ts';
import { fault } from '../../engine/options.ts';
import { copyOf, createLogFiles, exportLog } from '../../engine/log/files.ts';
import { foundExchange } from '../../engine/log/find.ts';
import {
  detailOf,
  openedDetail,
  searchLog,
  composed,
  sendAgain,
  sendByHand,
} from '../../engine/log/log.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { bad, good, reply } from './lookups.ts';

/** The protocol log: what changed, what is in a row, and what a person does with rows. */
export function logHandlers(parts: AppContext) {
  const { log } = parts;
  const files = createLogFiles(parts);
  const storeOf = (id: string | null) => (id === null ? log.store : files.of(id));
  const noLog = bad(fault('not-found', 'This log is no longer open.'));
  return {
    getLog: async ({ log: id, epoch, after, limit }) => {
      const store = storeOf(id);
      return store === null ? noLog : good(store.page(epoch, after, limit));
    },
    getLogDetail: async ({ log: id, id: row }) => {
      const store = storeOf(id);
      return store === null
        ? noLog
        : good({ detail: id === null ? detailOf(parts, store, row) : openedDetail(store, row) });
    },
    searchLog: async ({ log: id, text, after }) => {
      const store = storeOf(id);
      return store === null ? noLog : good(searchLog(parts, store, text, after));
    },
    composeLog: async ({ server, row }) => {
      const start = composed(parts, server, row);
      return start.ok ? good({ ...start.value, methods: [...start.value.methods] }) : start;
    },
    sendAgain: async ({ row }) => reply(await sendAgain(parts, row)),
    sendByHand: async ({ server, method, params }) =>
      reply(await sendByHand(parts, server, method, params)),
    findExchange: async (sought) => good(foundExchange(parts, sought)),
    copyLog: async ({ log: id, id: row, as }) => {
      const store = storeOf(id);
      return store === null
        ? noLog
        : good({ text: copyOf(store, row, as, id === null ? parts.catalogue : null) });
    },
    exportLog: async ({ log: id, format, rows }) => {
      const store = storeOf(id);
      return store === null ? noLog : good(exportLog(parts, store, format, rows));
    },
    openLog: async ({ log: id, name, ...part }) => reply(await files.take(id, name, part)),
    closeLog: async ({ log: id }) => {
      files.close(id);
      return good({});
    },
    pinLog: async ({ id, pinned }) =>
      log.pin(id, pinned)
        ? good({})
        : bad(fault('refused', 'The row has left the log, or too many rows are pinned.')),
    clearLog: async () => {
      log.clear();
      return good({});
    },
  } satisfies Partial<RequestHandlers>;
}
