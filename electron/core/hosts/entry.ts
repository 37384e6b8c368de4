import type { Result } from '../../../shared/result.ts';
import { isRawEntry, type RawServerEntry } from '../import/server-entry.ts';
import type { GatewayEntry } from './gateway-entry.ts';
import type { EntryKeys, KnownHost } from './host.ts';

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
  through(
    text: string,
    entry: { readonly path: readonly string[]; readonly span: TextSpan },
    gateway: GatewayEntry,
    keys: EntryKeys,
  ): string;
  /**
   * The whole text with these values in the entry, and without those that are undefined. Missing where
   * a format can't keep the rest of the entry as it's written.
   */
  with?(text: string, path: readonly string[], edits: readonly EntryEdit[]): string;
  /** Whether this piece of the text may hold a comment. */
  hasComment(piece: string): boolean;
}

/** The value at a path; null if there is none. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inside, key) => (isRawEntry(inside) && Object.hasOwn(inside, key) ? inside[key] : null),
    value,
  );

/** Where the servers of a file are: a map of maps at an earlier root counts before the last one. */
export function rootIn(value: unknown, { roots }: KnownHost): readonly string[] {
  const isMap = (map: unknown): boolean =>
    isRawEntry(map) && Object.values(map).every((one) => isRawEntry(one));
  return roots.slice(0, -1).find((root) => isMap(valueAt(value, root))) ?? roots.at(-1) ?? [];
}
