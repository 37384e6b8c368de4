import type { SkillDetail } from '../../../../shared/model/detail.ts';
import { useApp, useActions } from '../../../store/context.ts';
import { aboutOf, draftKey } from '../../../store/drafts.ts';
import type { PinDrift, PinnedSkill } from '../../../store/pin.ts';
import { type DecisionPanelState, skillKey } from '../../../store/state.ts';
import { isStandingKnown } from '../renewal.ts';
import { ApproveForm } from './ApproveForm.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import { useEffect, useRef } from 'react';
import { TextField } from '../../../components/TextField/TextField.tsx';
import { useFindings } from '../../../store/findings.ts';
import { sheetWords, suitable } from '../sheet.ts';
import styles from './DecisionPanel.module.css';
import { type FormProps, lookFirst } from './panel-text.ts';
import { acceptedRiskOf, needsRiskList, RiskList, useRiskReview } from './RiskList.tsx';
import { useDecide } from './use-decide.ts';

export interface PanelProps {
  readonly detail: SkillDetail;
  /** True if the whole detail belongs to the row on screen. */
  readonly ready: boolean;
  readonly pin: PinnedSkill | null;
  readonly drift: PinDrift | null;
}

/**
 * The decision form, opened in place above the content. It decides about what the page has shown
 * (`pin`) and loads nothing.
 */
export function DecisionPanel({ detail, ready, pin, drift }: PanelProps) {
  const { server, uri } = detail.row;
  const panel = useApp((app) => app.panel);
  if (panel === null || panel.server !== server || panel.uri !== uri) return null;
  return <Opened panel={panel} detail={detail} ready={ready} pin={pin} drift={drift} />;
}

function Opened({ panel, detail, ready, pin, drift }: PanelProps & { panel: DecisionPanelState }) {
  const key = draftKey(panel);
  const draft = useApp((app) => app.drafts.get(key));
  const isKnown =
    pin !== null && isStandingKnown(pin.record, { detail, stale: !ready, loading: false });
  if (pin === null || (panel.action === 'approve' && !isKnown))
    return <PanelFrame panel={panel} row={detail.row} waiting />;
  const about = aboutOf(pin);
  const props = {
    panel,
    detail,
    pin,
    about,
    held: drift !== null,
    draft: draft?.about === about ? draft : null,
    dropped: draft !== undefined && draft.about !== about,
  };
  // New content gets a new form; nothing carries over from the old one.
  return panel.action === 'approve' ? (
    <ApproveForm key={`${key}\n${about}`} {...props} />
  ) : (
    <PlainForm key={`${key}\n${about}`} {...props} />
  );
}

/** The form for decisions that allow no tools: a denial has a note, the others have no field. */
function PlainForm({ panel, detail, pin, about, held, draft, dropped }: FormProps) {
  const { row } = detail;
  const { fillIn, itemsOf } = useActions();
  const decide = useDecide();
  const isSession = panel.action === 'session';
  const found = useFindings(row);
  const review = useRiskReview(row, found);
  const note = draft?.note ?? '';
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector('textarea')?.focus(), []);
  const run = (): void => {
    const [item] = itemsOf([skillKey(row.server, row.uri)]);
    if (item === undefined) return;
    const accepted = isSession ? acceptedRiskOf(found) : {};
    void decide(panel, { item: { ...item, ...accepted }, note, expiresAt: null });
  };
  return (
    <PanelFrame
      panel={panel}
      row={row}
      dropped={dropped}
      decide={{
        words:
          isSession && needsRiskList(row)
            ? 'Allow anyway'
            : sheetWords(panel.action, 1, row.name).button,
        variant: isSession && !needsRiskList(row) ? 'primary' : 'danger',
        blockers: [
          ...(isSession ? review.blockers : []),
          ...(held ? [lookFirst] : suitable(panel.action, row) ? [] : [notNow[panel.action]]),
        ],
        run,
      }}
    >
      {isSession && <RiskList row={row} files={pin.files} found={found} list={review.list} />}
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
