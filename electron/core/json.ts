/** A JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Own property of a value that came from JSON. A server that sends `__proto__` or omits a key
 * must not reach what `Object.prototype` has under that name.
 */
export function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Sets an own property under any name: assigning to `__proto__` would change the prototype instead
 * and hide the field from every later comparison.
 */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else target[key] = value;
}

/** Whether a string holds no lone surrogate, so that its UTF-8 bytes are defined. */
export function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}

/** The size of a JSON value: bytes of its compact UTF-8 JSON (escapes not counted) and depth. */
export interface JsonWeight {
  readonly bytes: number;
  readonly depth: number;
}

/**
 * Measures a parsed JSON value and stops as soon as a limit is exceeded. It keeps its own stack:
 * the server controls the nesting, and recursion over it could exhaust the call stack.
 */
export function weigh(value: unknown, maxBytes: number, maxDepth: number): JsonWeight {
  let bytes = 0;
  let deepest = 0;
  const pending: unknown[] = [value];
  const depths: number[] = [0];
  while (pending.length > 0) {
    const item = pending.pop();
    const depth = depths.pop() ?? 0;
    if (typeof item === 'string') bytes += Buffer.byteLength(item) + 2;
    else if (typeof item !== 'object' || item === null) bytes += String(item).length;
    else {
      const inner = depth + 1;
      if (inner > deepest) deepest = inner;
      bytes += 2;
      if (Array.isArray(item)) {
        bytes += item.length;
        // Every element takes at least a byte, so the limit also bounds this stack.
        if (bytes <= maxBytes)
          for (const element of item) {
            pending.push(element);
            depths.push(inner);
          }
      } else {
        for (const key of Object.keys(item)) {
          bytes += Buffer.byteLength(key) + 4;
          pending.push((item as Record<string, unknown>)[key]);
          depths.push(inner);
        }
      }
    }
    if (bytes > maxBytes || deepest > maxDepth) break;
  }
  return { bytes, depth: deepest };
}
