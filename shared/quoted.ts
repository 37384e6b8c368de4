/**
 * A server's words inside a sentence of ours: between quotation marks that it cannot close, so that
 * "✓ Approved by you" in an error text stays somebody else's.
 * @param text already free of invisible characters and line ends.
 */
export const quoted = (text: string): string => `“${text.replaceAll(/[“”„‟]/g, '"')}”`;

/**
 * A skill's name inside a sentence of ours: as it is where the specification allows it, which is too
 * little to say anything with, and quoted where another dialect lets it be any text.
 */
export const named = (name: string): string =>
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? name : quoted(name);
