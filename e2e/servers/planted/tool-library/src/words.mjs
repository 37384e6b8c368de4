/** "Hedge trimmer" inside a sentence; what is written in capitals stays so: "LED floodlight". */
export const inSentence = (title) =>
  title
    .split(' ')
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ');

/** The name of a tool's skill, which is also its folder: "hedge-trimmer". */
export const nameOf = (title) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** A text as YAML takes it in double quotes. */
export const quoted = (text) => JSON.stringify(text);
