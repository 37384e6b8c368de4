import { useEffect, useRef } from 'react';
import { TextField } from '../../../components/TextField/TextField.tsx';
import { useActions } from '../../../store/context.ts';
import { skillKey, type DecisionPanelState } from '../../../store/state.ts';
import { sheetWords, suitable } from '../sheet.ts';
import styles from './DecisionPanel.module.css';
import type { FormProps } from './form.ts';
import { lookFirst } from './panel-text.ts';
import { PanelFrame } from './PanelFrame.tsx';
import { useDecide } from './use-decide.ts';

/** The form for decisions that allow no tools: a denial has a note, the others have no field. */
export function PlainForm({ panel, detail, about, held, draft, dropped }: FormProps) {
  const { row } = detail;
  const { fillIn, itemsOf } = useActions();
  const decide = useDecide();
  const note = draft?.note ?? '';
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector('textarea')?.focus(), []);
  const run = (): void => {
    const [item] = itemsOf([skillKey(row.server, row.uri)]);
    if (item !== undefined) void decide(panel, { item, note, expiresAt: null });
  };
  return (
    <PanelFrame
      panel={panel}
      row={row}
      dropped={dropped}
      decide={{
        words: sheetWords(panel.action, 1, row.name).button,
        variant: panel.action === 'session' ? 'primary' : 'danger',
        blockers: held ? [lookFirst] : suitable(panel.action, row) ? [] : [notNow[panel.action]],
        run,
      }}
    >
      {panel.action === 'deny' && (
        <div ref={field} className={styles.note}>
          <TextField
            label="Note"
            value={note}
            onChange={(typed) => fillIn(panel, about, { note: typed })}
            rows={2}
            placeholder="Why? Your team can read this later"
          />
        </div>
      )}
    </PanelFrame>
  );
}

const notNow: Readonly<Record<DecisionPanelState['action'], string>> = {
  approve: 'This skill can’t be approved now.',
  deny: 'This skill can’t be denied now.',
  revoke: 'There’s no decision left to revoke.',
  session: 'This skill can’t be allowed for this session now.',
};
