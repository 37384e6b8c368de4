import type { Result } from '../../../shared/result.ts';
import type { RawServerEntry } from '../import/server-entry.ts';
import type { GatewayEntry } from './gateway-entry.ts';
import type { KnownHost } from './host.ts';

/** Where a text is in a file, as offsets in UTF-16 code units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** One server in an app's file. */
export interface HostEntry {
  /** Keys from the top of the file. */
  readonly path: readonly string[];
  readonly label: string;
  /** The project's folder, or empty. */
  readonly project: string;
  readonly value: RawServerEntry;
  /** The entry's whole span; the error says why it can't be changed on its own. */
  readonly span: Result<TextSpan, string>;
}

/** A value of an entry, by the keys that lead to it. */
export interface EntryEdit {
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** One file format of an app. */
export interface HostFormat {
  /** What a text means, regardless of its form. The error is one sentence. */
  value(text: string): Result<unknown, string>;
  /** Every server of the file. The error is one sentence. */
  entries(text: string, host: KnownHost): Result<readonly HostEntry[], string>;
  /** The whole text with this entry starting the gateway; the rest is unchanged. */
  through(text: string, path: readonly string[], span: TextSpan, gateway: GatewayEntry): string;
  /**
   * The whole text with these values in the entry, and without those that are undefined. Missing where
   * a format can't keep the rest of the entry as it's written.
   */
  with?(text: string, path: readonly string[], edits: readonly EntryEdit[]): string;
  /** Whether this piece of the text may hold a comment. */
  hasComment(piece: string): boolean;
}
