import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { RestoredDecisions } from '../../../shared/model/approval.ts';
import { fault } from '../options.ts';
import { storeState } from '../findings/store-state.ts';
import type { DecisionContext } from '../contexts.ts';

/**
 * Restores a copy of the decisions (null: starts with none) where their file can't be read. Nothing
 * that was decided before can be undone from then on: an undo could bring back what the audit
 * ended.
 */
export async function recoverDecisions(
  parts: DecisionContext,
  copy: string | null,
): Promise<Result<RestoredDecisions, RequestError>> {
  const { approvals, catalogue, publish, undoable } = parts;
  const done = await approvals.recover(copy);
  // Also where nothing was restored: the file may have been found readable.
  undoable.forget(null);
  publish({ type: 'store', store: storeState(parts) });
  catalogue.refresh();
  return done.ok
    ? ok(done.value)
    : err(fault(done.error.reason === 'no-copy' ? 'not-found' : 'store', done.error.message));
}
