/**
 * JSON in ASCII: the same value for every reader, and no character that a terminal or a review
 * could hide, reorder or act on. Nothing that is no JSON value is expected.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[^\n -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
