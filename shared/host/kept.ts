import { digest } from './format.ts';
import { count, listOf, object, one, text } from './schema.ts';

const severity = one('critical', 'high', 'medium', 'low', 'info');
const state = one('open', 'answered', 'folded');

export const keptFinding = object({
  rule: text,
  ruleset: text,
  severity,
  uri: text,
  digest,
  mark: digest,
  state,
});

/**
 * What `findings` of a record holds. It is described and never required: the approval rule does not
 * look at it, and a file is read alike whatever stands there.
 */
export const keptFindings = object({
  findings: listOf(keptFinding),
  more: listOf(object({ rule: text, severity, state, count })),
  notInspected: count,
  notRead: count,
});
