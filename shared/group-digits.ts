/**
 * A whole number for people, in groups of three: `12,345`. Not `toLocaleString`: a process that asks it
 * for the first time waits some 25 ms for tables of every language.
 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
