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
 * The content of a record's `findings`. Described but never required: the approval rule ignores it,
 * and a file is read the same whatever it holds.
 */
export const keptFindings = object({
  findings: listOf(keptFinding),
  more: listOf(object({ rule: text, severity, state, count })),
  notInspected: count,
  notRead: count,
});
