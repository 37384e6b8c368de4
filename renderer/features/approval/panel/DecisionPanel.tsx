import type { SkillDetail } from '../../../../shared/model/detail.ts';
import { useApp } from '../../../store/context.ts';
import { aboutOf, draftKey } from '../../../store/drafts.ts';
import type { PinDrift, PinnedSkill } from '../../../store/pin.ts';
import type { DecisionPanelState } from '../../../store/state.ts';
import { isStandingKnown } from '../renewal.ts';
import { ApproveForm } from './ApproveForm.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import { PlainForm } from './PlainForm.tsx';

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
