/**
 * JSON in pure ASCII: the same value for every reader, with no character that a terminal or a
 * review could hide, reorder or act on, and no build command such as `##vso[` or `##[`. The input
 * must be valid JSON.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[^\n -~]|#(?=#\w*\[)/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
