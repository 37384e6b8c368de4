import { useRef, type ReactNode, useEffect, useState } from 'react';
import { riskInWords, riskOf, riskWeightOf } from '../../../shared/model/risk.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button, type ButtonProps } from '../../components/Button/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { aboutOf, draftKey } from '../../store/drafts.ts';
import { riskLook } from '../../store/findings.ts';
import type { PinnedSkill } from '../../store/pin.ts';
import { useShownCounts } from '../../store/readings.ts';
import type { DecisionPanelState } from '../../store/state.ts';
import { DecisionPanel, type PanelProps } from './panel/DecisionPanel.tsx';
import { approveLook, lookFirst } from './panel/panel-text.ts';
import { useFocusBack } from './panel/use-focus-back.ts';
import { LocalNote } from './ApprovalAbout.tsx';
import { ProblemFacts } from './Problems.tsx';
import { RefreshEntry } from './RefreshEntry.tsx';
import styles from './DecisionBar.module.css';
import { actionsFor, standingInWords, type StatusText } from './status-text.ts';
import type { Operation } from '../../../shared/model/operation.ts';

/**
 * Says in one line what's decided about this content, its risk, and what can be decided now; the
 * decision panel opens in place. `children` identify the skill at the start of the line.
 */
export function DecisionBar({
  detail,
  ready,
  pin,
  drift,
  children,
}: PanelProps & { children?: ReactNode }) {
  const { row } = detail;
  const { server, uri } = row;
  const opened = useApp(({ panel }) =>
    panel !== null && panel.server === server && panel.uri === uri ? panel.action : null,
  );
  const bar = useRef<HTMLElement>(null);
  useFocusBack(bar, opened);
  const words = standingInWords(row.standing, row.content, row);
  const can = actionsFor(row.standing, row.content, row.needsReadAll);
  const reading = useReadAll(row);
  const begun = useBegun(pin, opened);
  // Until somebody decides, the worst finding colors the bar.
  const isOpenRisk =
    riskWeightOf(riskOf(row)) === 'confirm' && (can.approve === 'approve' || can.session);
  const held = drift !== null;
  return (
    <section
      ref={bar}
      className={cx(styles.bar, styles[isOpenRisk ? 'bad' : words.tone])}
      aria-label="Decision"
      tabIndex={-1}
    >
      <div className={styles.line}>
        {children}
        <StatusLine row={row} words={words} />
        {row.standing.kind !== 'refused' && <RiskLine row={row} />}
        <div className={styles.actions}>
          {row.standing.kind === 'refused' && <RefreshEntry row={row} />}
          <Openers detail={detail} opened={opened} held={held} reading={reading} />
        </div>
      </div>
      <div className={styles.notes}>
        <Notes detail={detail} about={words.detail} begun={begun} held={held} />
      </div>
      <ReadAllBar reading={reading} />
      <DecisionPanel detail={detail} ready={ready} pin={pin} drift={drift} />
    </section>
  );
}

/** One line has room for these; the others are whole sentences that say what to do. */
const isShort = ({ standing }: SkillRow): boolean =>
  ['changed', 'approved', 'denied', 'expired', 'session'].includes(standing.kind);

function StatusLine({ row, words }: { row: SkillRow; words: StatusText }) {
  // The status itself is never cut off; when it came about gives way first.
  const lead = isShort(row) ? (words.title.split(' ')[0] ?? '') : words.title;
  return (
    <p className={styles.status} title={`${words.title}. ${words.detail}`}>
      <span className={styles.title}>
        <Icon name={words.icon} size={16} className={styles.icon} />
        {lead}
      </span>
      {isShort(row) && (
        <span className={styles.detail}>
          {words.title.slice(lead.length)}
          {words.detail !== '' && ` · ${words.detail}`}
        </span>
      )}
    </p>
  );
}

const isDenied = ({ row, record }: SkillDetail): boolean =>
  row.standing.kind === 'refused' && record?.decision === 'denied';

/** A button for each decision that's possible now. */
function Openers({
  detail,
  opened,
  held,
  reading,
}: {
  detail: SkillDetail;
  opened: DecisionPanelState['action'] | null;
  held: boolean;
  reading: ReadAll;
}) {
  const { row, files } = detail;
  const { server, uri, standing } = row;
  const { openPanel } = useActions();
  const letters = useApp((state) => state.settings.letterKeys);
  const can = actionsFor(standing, row.content, row.needsReadAll, row.record !== null);
  const weight = riskWeightOf(riskOf(row));
  const look = approveLook(weight, useShownCounts(server, uri, files));
  const isConfirmed = weight === 'confirm';
  /**
   * Opens a decision; while its panel is open, the panel replaces this button. Its place stays, so
   * that a second click in the same place decides nothing else.
   */
  const opener = (
    action: DecisionPanelState['action'],
    text: string,
    key: string,
    variant?: ButtonProps['variant'],
  ): ReactNode => (
    <span
      className={cx(opened === action && styles.replaced)}
      style={opened === action ? { visibility: 'hidden' } : undefined}
    >
      <Button
        {...(variant === undefined || opened !== null ? {} : { variant })}
        data-decide={action}
        reason={held ? lookFirst : null}
        hint={letters ? key : undefined}
        aria-expanded={false}
        onClick={() => openPanel({ server, uri, action })}
      >
        {text}
      </Button>
    </span>
  );
  return (
    <>
      {can.revoke &&
        opener('revoke', standing.kind === 'session' ? 'End…' : 'Revoke…', 'r', 'quiet')}
      {can.deny && !isDenied(detail) && opener('deny', 'Deny…', 'd')}
      {can.session &&
        opener('session', isConfirmed ? 'Allow anyway…' : 'Allow for this session…', 'a', look)}
      {can.approve === 'read-first' && (
        <Button
          variant="primary"
          reason={reading.busy ? 'Loading files' : null}
          onClick={reading.start}
        >
          Load all…
        </Button>
      )}
      {can.approve === 'read-first' && <Button reason="Load all files first">Approve…</Button>}
      {can.approve === 'approve' &&
        opener('approve', isConfirmed ? 'Approve anyway…' : 'Approve…', 'a', look)}
      {can.approve === 'again' && opener('approve', 'Change…', 'a')}
    </>
  );
}

/** What doesn't fit into the line. */
function Notes({
  detail,
  about,
  begun,
  held,
}: {
  detail: SkillDetail;
  about: string;
  begun: readonly string[];
  held: boolean;
}) {
  const { row } = detail;
  const { standing } = row;
  const policy = useApp((state) => state.policy);
  const isUnreadable = useApp((state) => state.store?.status === 'unreadable');
  const can = actionsFor(standing, row.content, row.needsReadAll);
  const isPlain =
    standing.kind === 'undecided' && can.approve === 'approve' && row.integrity === 'manifest';
  return (
    <>
      {!isShort(row) && !isPlain && (
        <p>{isUnreadable ? 'The notice above says why and what you can do.' : about}</p>
      )}
      {isDenied(detail) && <p>You denied it: it stays denied when its files match again.</p>}
      {row.isLocal === true && <LocalNote name={row.name} isDenied={standing.kind === 'denied'} />}
      {begun.length > 0 && <p>Unsent draft: {begun.join(', ')}.</p>}
      {held && <p>{lookFirst}</p>}
      {standing.kind === 'blocked' && policy.status !== 'none' && (
        <p>Managed policy: {policy.path}</p>
      )}
      {standing.kind === 'refused' && (
        <details>
          <summary>Details</summary>
          <ProblemFacts problem={standing.problem} />
        </details>
      )}
    </>
  );
}

/** What speaks against the skill as far as is known; opens the findings. */
function RiskLine({ row }: { row: SkillRow }) {
  const { setTab } = useActions();
  const look = riskLook(row);
  const words = riskInWords(riskOf(row));
  return (
    <button
      type="button"
      className={cx(styles.riskLink, look !== null && styles[`risk-${look.tone}`])}
      title={words}
      onClick={() => setTab('findings')}
    >
      {look !== null && <Icon name={look.icon} size={14} />}
      <span className={styles.risk}>{words}</span>
    </button>
  );
}

const drafts = { approve: 'an approval', deny: 'a denial' } as const;

/** Decisions about this content that the person started and left, except the open one. */
function useBegun(
  pin: PinnedSkill | null,
  opened: DecisionPanelState['action'] | null,
): readonly string[] {
  const all = useApp((app) => app.drafts);
  if (pin === null) return [];
  const { server, uri } = pin;
  return (['approve', 'deny'] as const)
    .filter((action) => action !== opened)
    .filter((action) => all.get(draftKey({ server, uri, action }))?.about === aboutOf(pin))
    .map((action) => drafts[action]);
}

/**
 * Why the last *Load all* didn't load everything; progress is shown at the bottom of the window.
 */
function ReadAllBar({ reading: { running, ended } }: { reading: ReadAll }) {
  return <div className={styles.reading}>{running === null ? ended : 'Loading every file…'}</div>;
}

interface ReadAll {
  readonly running: Operation | null;
  readonly busy: boolean;
  /** Why the last run didn't load everything. */
  readonly ended: string | null;
  readonly start: () => void;
}

/** The explicit *Load all* of one skill: start, progress, cancel, and why it ended early. */
function useReadAll({ server, uri }: Pick<SkillRow, 'server' | 'uri'>): ReadAll {
  const api = useApi();
  const { attempt } = useActions();
  const operation = useApp((app) =>
    [...app.operations.values()].findLast(
      (one) => one.kind === 'read-all' && one.server === server && one.uri === uri,
    ),
  );
  const [starting, setStarting] = useState(false);
  const begun = useRef(operation?.operationId);
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    if (
      operation === undefined ||
      (operation.operationId === begun.current && operation.status !== 'running')
    )
      return;
    if (operation.status === 'running') setEnded(null);
    else if (operation.status === 'cancelled')
      setEnded(`Canceled after ${operation.done} of its files.`);
    else if (operation.status === 'failed' || operation.failed > 0)
      setEnded(operation.message || 'Some files couldn’t be read.');
    else setEnded(null);
  }, [operation]);
  const running = operation?.status === 'running' ? operation : null;
  return {
    running,
    busy: starting || running !== null,
    ended,
    start: () => {
      setStarting(true);
      void attempt(api.readAll({ server, uri }), 'Couldn’t load the files').finally(() =>
        setStarting(false),
      );
    },
  };
}
