import type { Defect } from './defect.ts';
import { officialDefects, soundServers } from './official.ts';
import { ownDefects } from './own.ts';

/** Every server of the table, by name. */
export const defects: Readonly<Record<string, Defect>> = {
  ...soundServers,
  ...officialDefects,
  ...ownDefects,
};
