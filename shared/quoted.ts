/**
 * A server's words inside a sentence of ours: between quotation marks that it cannot close, so that
 * "✓ Approved by you" in an error text stays somebody else's.
 * @param text already free of invisible characters and line ends.
 */
export const quoted = (text: string): string => `“${text.replaceAll(/[“”„‟]/g, '"')}”`;
