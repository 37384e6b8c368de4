import type { RefusedEntry } from '../../../shared/model/skill.ts';

/** An entry that a listing refused. */
export const refused = (server: string, uri: string): RefusedEntry => ({
  server,
  index: 0,
  uri,
  problem: { rule: 'resources-missing', message: `${uri} has no resources.` },
  others: [],
  dialect: 'skills-ext',
});
