/**
 * A whole number for people, in groups of three: `12,345`. Not `toLocaleString`: its first call
 * loads tables of every language, which takes some 25 ms.
 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
