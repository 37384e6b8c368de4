import { useCallback } from 'react';
import type { DecisionItem } from '../../../../shared/contract.ts';
import { useActions, useApi, useAppState } from '../../../store/context.ts';
import type { DecisionPanelState } from '../../../store/state.ts';
import { doneOf, send } from '../sheet.ts';
import { outcomeInWords } from '../status-text.ts';

export interface ToSend {
  readonly item: DecisionItem;
  readonly note: string;
  /** ISO 8601 or null; for approvals only. */
  readonly expiresAt: string | null;
}

/**
 * Sends a panel's decision once and reports the result: in the panel while it's open, otherwise
 * where the person is by then.
 */
export function useDecide(): (
  subject: Pick<DecisionPanelState, 'server' | 'uri' | 'action'>,
  what: ToSend,
) => Promise<void> {
  const api = useApi();
  const getState = useAppState();
  const { decided, setDeciding, notePanel, endPanel, toast } = useActions();
  return useCallback(
    async (subject, { item, note, expiresAt }) => {
      if (getState().panel?.busy !== false) return;
      notePanel(subject, { busy: true, refusal: null });
      setDeciding(true);
      const reply = await send(api, subject.action, [item], note.trim(), expiresAt);
      const outcome = reply.ok ? reply.value[0] : undefined;
      if (reply.ok) decided(subject.action, doneOf(reply.value, getState().skills));
      setDeciding(false);
      if (outcome?.outcome === 'done') {
        endPanel(subject);
        return;
      }
      const refusal = reply.ok
        ? outcome === undefined
          ? 'Skillgate returned no result.'
          : outcomeInWords(outcome)
        : reply.error.message;
      if (!notePanel(subject, { busy: false, refusal }))
        toast('bad', `Nothing was decided: ${refusal}`);
    },
    [api, getState, decided, setDeciding, notePanel, endPanel, toast],
  );
}
