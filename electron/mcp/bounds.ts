import { limits } from '../core/limits.ts';

/**
 * The limits that a connection keeps. Tests pass smaller ones; the product uses `defaultBounds`.
 * Bytes and ms.
 */
export interface Bounds {
  readonly responseBytes: number;
  readonly connectMs: number;
  readonly requestMs: number;
  readonly stderrBytes: number;
  /**
   * How long `server/discover` may stay unanswered before the older handshake is tried on the same
   * process.
   */
  readonly probeMs: number;
  /**
   * How long a process may say nothing at all before it is started again with the older handshake
   * first.
   */
  readonly restartMs: number;
  /** Patience after closing stdin, and again after SIGTERM. */
  readonly closeMs: number;
  /** What a server may print that is not a message before it is given up. */
  readonly garbageLines: number;
  readonly garbageBytes: number;
}

export const defaultBounds: Bounds = {
  responseBytes: limits.responseBytes,
  connectMs: limits.connectMs,
  requestMs: limits.requestMs,
  stderrBytes: limits.stderrBytes,
  probeMs: 4_000,
  restartMs: 8_000,
  closeMs: 2_000,
  garbageLines: 20,
  garbageBytes: 64 * 1024,
};
