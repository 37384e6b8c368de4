import type { Result } from '../../../shared/result.ts';
import type { RawServerEntry } from '../import/server-entry.ts';
import type { GatewayEntry } from './gateway-entry.ts';
import type { KnownHost } from './host.ts';

/** Where a text stands in a file: offsets of UTF-16 code units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** One server of a host's file. */
export interface HostEntry {
  /** Keys from the top of the file. */
  readonly path: readonly string[];
  readonly label: string;
  /** The project's folder, or empty. */
  readonly project: string;
  readonly value: RawServerEntry;
  /** Where all of it stands; the error says why it cannot be changed by itself. */
  readonly span: Result<TextSpan, string>;
}

/** One way of writing a host's file. */
export interface HostFormat {
  /** What a text says, without its form. The error is one sentence. */
  value(text: string): Result<unknown, string>;
  /** Every server of the file. The error is one sentence. */
  entries(text: string, host: KnownHost): Result<readonly HostEntry[], string>;
  /** The whole text with this entry starting the gateway; the rest of it is as it was. */
  through(text: string, path: readonly string[], span: TextSpan, gateway: GatewayEntry): string;
  /** Whether a piece of the text may hold a comment. */
  hasComment(piece: string): boolean;
}
