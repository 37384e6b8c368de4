/** A line names more ids than this only to cost time. */
const mostIds = 1_000;

/** What a line that isn't one JSON-RPC message shows of the answers that it may have held. */
export interface BrokenLine {
  /** Numbers that stand where ids do, each once, in their order. */
  readonly ids: readonly number[];
  /** Whether it held part of an answer whose id can't be read on it. */
  readonly hasUnnamed: boolean;
  /** What happened, in a sentence. */
  readonly message: string;
}

const idPattern = /"id"\s*:\s*"?(\d{1,15})(?![\d.eE])/g;
const versionPattern = /"jsonrpc"/g;
const outcomePattern = /"(?:result|error)"\s*:/;

/**
 * Reads what can be told of a line that isn't valid JSON: half a message, or several on one line.
 * Null for a line that never was a message. The ids are suspects and not more: the attacker is a
 * server that writes the ids of other requests onto the line to make those fail.
 */
export function readBrokenLine(text: string): BrokenLine | null {
  if (!/^\s*\{/.test(text) || !text.includes('"jsonrpc"')) return null;
  const ids = idsIn(text);
  const messages = countOf(text, versionPattern);
  return {
    ids: [...new Set(ids)],
    hasUnnamed: ids.length < messages && outcomePattern.test(text) && !text.includes('"method"'),
    message:
      messages > 1
        ? 'The server wrote several messages on one line. ' +
          'Each message must be on a line of its own.'
        : 'The server answered with a line that isn’t valid JSON.',
  };
}

/**
 * Ids of answers behind other text on their line, such as a banner without an end. A log that
 * quotes an answer looks the same, so these count only where the answer itself doesn't follow.
 */
export function idsBehindText(text: string): readonly number[] {
  const start = text.search(/\{\s*"(?:jsonrpc|id|result|error)"/);
  if (start <= 0) return [];
  const rest = text.slice(start);
  return outcomePattern.test(rest) && !rest.includes('"method"') ? [...new Set(idsIn(rest))] : [];
}

function idsIn(text: string): readonly number[] {
  const ids: number[] = [];
  for (const [, id] of text.matchAll(idPattern)) {
    ids.push(Number(id));
    if (ids.length === mostIds) break;
  }
  return ids;
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) {
    count += 1;
    if (count === mostIds) break;
  }
  return count;
}
