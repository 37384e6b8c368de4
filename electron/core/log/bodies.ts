import { deepestNesting, isNestedDeeper, indentedJson } from '../json-text.ts';
import { maskedHead, maskSecrets } from '../import/mask.ts';
import { visibleMultiline } from '../text.ts';

/** Where a body is kept: ordinary ones are overwritten first. */
export type BodyClass = 'ordinary' | 'trouble' | 'pinned';

export interface ClassedBody extends StoredBody {
  readonly shelf: BodyClass;
}

/**
 * The bodies of the log within one byte budget: half for ordinary ones, a quarter each for errors
 * and pinned ones, so that a flood of one kind doesn't push out the others.
 */
export class BodyStore {
  readonly #rings: Readonly<Record<BodyClass, BodyRing>>;

  constructor(bytes: number) {
    this.#rings = {
      ordinary: new BodyRing(Math.floor(bytes / 2)),
      trouble: new BodyRing(Math.floor(bytes / 4)),
      pinned: new BodyRing(Math.floor(bytes / 4)),
    };
  }

  /** Keeps a text in place of the oldest in its section; null if it exceeds the whole section. */
  put(text: string, shelf: BodyClass = 'ordinary'): ClassedBody | null {
    const kept = this.#rings[shelf].put(text);
    return kept === null ? null : { ...kept, shelf };
  }

  /** The text, or null if later ones replaced it. */
  get(kept: ClassedBody): string | null {
    return this.#rings[kept.shelf].get(kept);
  }

  /** The same bytes as Latin-1, for a search over many bodies. */
  bytes(kept: ClassedBody): string | null {
    return this.#rings[kept.shelf].bytes(kept);
  }

  /** The same text in another section; unchanged if that has no room for it. */
  moved(kept: ClassedBody | null, shelf: BodyClass): ClassedBody | null {
    if (kept === null || kept.shelf === shelf) return kept;
    const text = this.get(kept);
    return text === null ? kept : (this.put(text, shelf) ?? kept);
  }
}

/** Where a body is: how many bytes were stored before it, and its length. */
interface StoredBody {
  readonly at: number;
  readonly bytes: number;
}

/**
 * The last `capacity` bytes of texts, in one buffer. Outside the JavaScript heap, so that garbage
 * collections don't copy megabytes of messages that nobody may ever open.
 */
class BodyRing {
  readonly #capacity: number;
  #buffer: Buffer | null = null;
  #written = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Keeps a text in place of the oldest ones; null if it exceeds the whole ring. */
  put(text: string): StoredBody | null {
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#capacity) return null;
    this.#buffer ??= Buffer.allocUnsafeSlow(this.#capacity);
    const offset = this.#written % this.#capacity;
    // A text is never split: the rest of the buffer's end stays unused.
    if (offset + bytes > this.#capacity) this.#written += this.#capacity - offset;
    const kept = { at: this.#written, bytes };
    // A text with one byte per character is ASCII, which copies several times faster.
    this.#buffer.write(
      text,
      this.#written % this.#capacity,
      bytes === text.length ? 'latin1' : 'utf8',
    );
    this.#written += bytes;
    return kept;
  }

  /** The text, or null if later ones replaced it. */
  get({ at, bytes }: StoredBody): string | null {
    if (this.#buffer === null || at < this.#written - this.#capacity) return null;
    const offset = at % this.#capacity;
    return this.#buffer.toString('utf8', offset, offset + bytes);
  }

  /** The same bytes, one character each: cheap to search. */
  bytes({ at, bytes }: StoredBody): string | null {
    if (this.#buffer === null || at < this.#written - this.#capacity) return null;
    const offset = at % this.#capacity;
    return this.#buffer.toString('latin1', offset, offset + bytes);
  }
}

/** More of one message than a person reads; longer ones are cut here. */
const keptChars = 256 * 1024;

/** What the log keeps of one message: all of it, or the beginning of a long one. */
export function keptBody(raw: string, secrets: readonly string[]): string {
  if (raw.length <= keptChars) return raw;
  // Masking must precede the cut: half a secret isn't recognized, and a server chooses where the
  // cut falls.
  const head = maskedHead(raw, secrets, keptChars);
  // Through bytes, so that the short text doesn't retain the long one in memory.
  const kept = Buffer.from(head).toString('utf8');
  return `${kept}\n[${raw.length - keptChars} more characters not kept]`;
}

/**
 * A stored body for the screen: JSON is indented, secrets masked, invisible characters shown.
 * Otherwise it's exactly what was received, including duplicate names, long numbers and escapes.
 */
export function bodyText(kept: string, secrets: readonly string[]): string {
  return visibleMultiline(maskSecrets(indented(kept), secrets));
}

function indented(kept: string): string {
  return isJson(kept) ? indentedJson(kept) : kept;
}

/** False for cut texts, for anything that isn't JSON, and for nesting too deep to write again. */
export function isJson(kept: string): boolean {
  try {
    // Indenting takes quadratic time in the depth, which a server chooses.
    return !isNestedDeeper(JSON.parse(kept), deepestNesting);
  } catch {
    return false;
  }
}
