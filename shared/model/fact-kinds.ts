/** The parts of facts without the schema, which takes long to load. */

/** The lists of facts, in the order that people read them. */
export const factKinds = [
  'commands',
  'hosts',
  'reads',
  'writes',
  'secrets',
  'persistence',
  'tools',
] as const;
export type FactKind = (typeof factKinds)[number];

/** How much of each list is kept, because a skill's author chooses how much there is. */
export const factLimits = { values: 200, length: 200 } as const;
