import type { SkillDetail } from '../../../../shared/model/detail.ts';
import type { DecisionDraft } from '../../../store/drafts.ts';
import type { PinnedSkill } from '../../../store/pin.ts';
import type { DecisionPanelState } from '../../../store/state.ts';

/** What every decision form gets. */
export interface FormProps {
  readonly panel: DecisionPanelState;
  readonly detail: SkillDetail;
  readonly pin: PinnedSkill;
  /** Identifies the content that the page has shown. */
  readonly about: string;
  /** The content changed and must be reviewed first. */
  readonly held: boolean;
  /** What the person filled in about this content. */
  readonly draft: DecisionDraft | null;
  /** They filled it in about different content. */
  readonly dropped: boolean;
}
