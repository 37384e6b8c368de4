import { limits } from '../core/limits.ts';

/**
 * The limits that a connection keeps. Tests pass smaller ones; the product uses `defaultBounds`.
 * Bytes and ms.
 */
export interface ConnectionBounds {
  readonly responseBytes: number;
  /** For everything that connecting takes, a second start with the older handshake among it. */
  readonly connectMs: number;
  readonly requestMs: number;
  readonly stderrBytes: number;
  /**
   * How long `server/discover` may stay unanswered before `initialize` is sent beside it (a pipe),
   * or in its place (HTTP).
   */
  readonly probeMs: number;
  /** Silence after which an event without its blank line is looked at (HTTP). */
  readonly quietMs: number;
  /** Patience after closing stdin, and again after SIGTERM. */
  readonly closeMs: number;
  /** Lines on stdout that are no message: so many are kept in the log, all are counted. */
  readonly strayLinesKept: number;
}

export const defaultBounds: ConnectionBounds = {
  responseBytes: limits.responseBytes,
  connectMs: limits.connectMs,
  requestMs: limits.requestMs,
  stderrBytes: limits.stderrBytes,
  probeMs: 10_000,
  quietMs: 200,
  closeMs: 2_000,
  strayLinesKept: 200,
};
