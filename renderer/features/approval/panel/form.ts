import type { SkillDetail } from '../../../../shared/model/detail.ts';
import type { Draft } from '../../../store/drafts.ts';
import type { Pin } from '../../../store/pin.ts';
import type { Panel } from '../../../store/state.ts';

/** What every form of a decision is about. */
export interface FormProps {
  readonly panel: Panel;
  readonly detail: SkillDetail;
  readonly pin: Pin;
  /** Names the content that the page has shown. */
  readonly about: string;
  /** The page shows something else than before: it has to be looked at first. */
  readonly held: boolean;
  /** What the person has filled in about this content. */
  readonly draft: Draft | null;
  /** They had, about other content. */
  readonly dropped: boolean;
}
