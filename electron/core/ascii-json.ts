/**
 * JSON in ASCII: the same value for every reader, and no character that a terminal or a review
 * could hide, reorder or act on, nor what a build takes for a command of its own wherever it stands
 * (`##vso[`, `##[`). Nothing that is no JSON value is expected.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[^\n -~]|#(?=#\w*\[)/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
