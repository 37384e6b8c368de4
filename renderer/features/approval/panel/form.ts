import type { SkillDetail } from '../../../../shared/model/detail.ts';
import type { DecisionDraft } from '../../../store/drafts.ts';
import type { PinnedSkill } from '../../../store/pin.ts';
import type { DecisionPanelState } from '../../../store/state.ts';

/** What every form of a decision is about. */
export interface FormProps {
  readonly panel: DecisionPanelState;
  readonly detail: SkillDetail;
  readonly pin: PinnedSkill;
  /** Names the content that the page has shown. */
  readonly about: string;
  /** The page shows something else than before: it has to be looked at first. */
  readonly held: boolean;
  /** What the person has filled in about this content. */
  readonly draft: DecisionDraft | null;
  /** They had, about other content. */
  readonly dropped: boolean;
}
