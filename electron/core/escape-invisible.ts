/**
 * Escapes invisible characters in JSON the way JSON itself does, so that the value stays the same.
 */
export const escapedInvisible = (json: string): string =>
  json.replaceAll(/[\p{C}\p{Z}]/gu, (sign) =>
    sign === ' ' || sign === '\n'
      ? sign
      : sign
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  );
