import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import type { SkillRow } from '../../../../shared/model/skill.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button, type ButtonProps } from '../../../components/Button/Button.tsx';
import { Spinner } from '../../../components/Progress/Progress.tsx';
import { useActions } from '../../../store/context.ts';
import type { DecisionPanelState } from '../../../store/state.ts';
import { sheetWords } from '../sheet.ts';
import { useDecisionKeys } from '../use-skill-commands.ts';
import styles from './DecisionPanel.module.css';

/** The button that saves the decision. */
interface Decide {
  readonly words: string;
  readonly variant: NonNullable<ButtonProps['variant']>;
  /** Everything that prevents the decision now; empty if nothing does. */
  readonly blockers: readonly string[];
  readonly run: () => void;
}

interface Props {
  readonly panel: DecisionPanelState;
  readonly row: SkillRow;
  readonly dropped?: boolean;
  readonly decide?: Decide;
  /** The form's starting data hasn't loaded yet. */
  readonly waiting?: boolean;
  readonly children?: ReactNode;
}

/**
 * What all panels share: a name, why the last attempt failed, and Cancel before the decision
 * button.
 */
export function PanelFrame({ panel, row, dropped, decide, waiting = false, children }: Props) {
  const { closePanel } = useActions();
  const region = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const why = useId();
  const words = sheetWords(panel.action, 1, row.name, row.isLocal);
  const blockers = decide?.blockers ?? [];
  const impossible = decide === undefined || panel.busy || blockers.length > 0;
  useDecisionKeys(region, {
    decide: () => {
      if (!impossible) decide?.run();
    },
    close: closePanel,
  });
  // The form focuses its first field; without one, Cancel gets the focus.
  useEffect(() => {
    const { current } = region;
    if (current !== null && !current.contains(document.activeElement))
      current.querySelector<HTMLElement>('[data-cancel]')?.focus({ preventScroll: true });
  }, [waiting]);
  useFocusInView(body);
  return (
    <section
      ref={region}
      className={styles.panel}
      aria-label={words.title}
      aria-busy={panel.busy || waiting}
    >
      <div ref={body} className={styles.body}>
        <div className={styles.content}>
          {panel.refusal !== null && (
            <Banner tone="bad" live="assertive" title="Nothing was decided">
              {panel.refusal}
            </Banner>
          )}
          {dropped === true && (
            <Banner tone="warn" live="polite" title="Your entries were cleared">
              They applied to a different version of this skill.
            </Banner>
          )}
          {waiting && <Spinner label="Loading the current decision" />}
          {children}
        </div>
      </div>
      <div className={styles.foot} data-foot="">
        <div className={styles.why} id={why} role="status">
          {blockers.length === 0 ? (
            <p className={styles.muted}>{words.meaning}</p>
          ) : (
            <ul className={styles.blockers} aria-label="What prevents this now">
              {blockers.map((blocker) => (
                <li key={blocker}>{blocker}</li>
              ))}
            </ul>
          )}
        </div>
        <div className={styles.actions}>
          <Button variant="quiet" hint="escape" data-cancel onClick={closePanel}>
            Cancel
          </Button>
          {decide !== undefined && (
            <Button
              variant={decide.variant}
              reason={panel.busy ? 'Saving the decision' : impossible ? blockers.join(' ') : null}
              hint="mod+enter"
              aria-describedby={why}
              onClick={decide.run}
            >
              {decide.words}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

/**
 * Keeps the focused control of a scrolling body in view when its content or the window changes size:
 * findings load above the file list, which has the focus by then. Once a person has scrolled the
 * control out of view, it stays there.
 */
function useFocusInView(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scroller = body.current;
    if (scroller === null) return undefined;
    let isInView = true;
    const focused = (): Element | null => {
      const { activeElement } = document;
      return scroller.contains(activeElement) ? activeElement : null;
    };
    const reveal = (): void => {
      if (isInView) focused()?.scrollIntoView({ block: 'nearest' });
    };
    const onScroll = (): void => {
      const box = focused()?.getBoundingClientRect();
      const { top, bottom } = scroller.getBoundingClientRect();
      isInView = box === undefined || (box.top < bottom && box.bottom > top);
    };
    const onFocus = (): void => {
      isInView = true;
      reveal();
    };
    const resized = new ResizeObserver(reveal);
    for (const element of [scroller, ...scroller.children]) resized.observe(element);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('focusin', onFocus);
    return () => {
      resized.disconnect();
      scroller.removeEventListener('scroll', onScroll);
      scroller.removeEventListener('focusin', onFocus);
    };
  }, [body]);
}
