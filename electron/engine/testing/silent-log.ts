import { LogStore } from '../../core/log/log-store.ts';
import type { ProtocolLog } from '../ports/session.ts';

/** A log in which nothing is written. */
export const silentLog = (): ProtocolLog => ({
  store: new LogStore('silent', 0, 0),
  rows: () => [],
  pin: () => false,
  clear: () => {},
  onChange: () => () => {},
  note: () => {},
  fail: () => {},
});
