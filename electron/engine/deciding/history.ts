import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError, RequestOutput } from '../../../shared/contract.ts';
import { mostAuditLines } from '../../../shared/model/plain.ts';
import type { DecisionContext } from '../contexts.ts';
import { fault } from '../options.ts';
import type { AuditQuery } from '../ports/decisions.ts';

type Outcome<T> = Promise<Result<T, RequestError>>;

/**
 * What was decided and seen of one skill, newest first; also of a skill that is no longer served.
 */
export async function historyOf(
  parts: DecisionContext,
  server: string,
  uri: string,
): Outcome<RequestOutput<'getHistory'>> {
  const page = await auditPage(
    parts,
    { server, uri, text: '', action: null },
    null,
    mostAuditLines,
  );
  return page.ok ? ok({ lines: page.value.lines, chain: page.value.chain }) : page;
}

/** One page of the audit, newest first, and whether the chain holds. */
export async function auditPage(
  parts: DecisionContext,
  filter: AuditQuery,
  before: number | null,
  limit: number,
): Outcome<RequestOutput<'getAudit'>> {
  try {
    const [{ lines, more }, chain] = await Promise.all([
      parts.audit.page(filter, before, limit),
      parts.audit.chain(filter.server),
    ]);
    return ok({ lines: [...lines], more, chain });
  } catch (error) {
    return err(unreadable(error));
  }
}

/** The matching lines as the file has them. */
export async function auditText(
  parts: DecisionContext,
  filter: AuditQuery,
): Outcome<RequestOutput<'exportAudit'>> {
  try {
    const { text, complete } = await parts.audit.text(filter);
    return complete
      ? ok({ text })
      : err(
          fault(
            'refused',
            'Too many lines match for one export. Narrow the filter, or copy audit.jsonl itself.',
          ),
        );
  } catch (error) {
    return err(unreadable(error));
  }
}

const unreadable = (error: unknown): RequestError =>
  fault(
    'store',
    `audit.jsonl can’t be read: ${error instanceof Error ? error.message : String(error)}`,
  );
