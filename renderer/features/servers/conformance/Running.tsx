import { counted } from '../../../../shared/count-text.ts';
import type { Operation } from '../../../../shared/model/operation.ts';
import { useNow } from '../use-now.ts';
import layout from '../../../components/Page/Page.module.css';

/** A running check: how many answers, how long, and what it's waiting for. */
export function Running({ operation }: { operation: Operation }) {
  const { done, message, startedAt } = operation;
  const now = useNow();
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1_000));
  const requests = `${counted(done, 'request')} answered`;
  return (
    <p className={layout.muted} aria-label="Check in progress">
      Checking for {seconds} s · {requests}
      {message === '' ? '' : ` · ${message}`}
    </p>
  );
}
