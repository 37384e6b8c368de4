import { useCallback, useRef, useState, type ReactNode, type RefObject } from 'react';
import type {
  AnsweredFinding,
  Finding,
  FormerFinding,
  SkillFindings,
} from '../../../shared/model/findings.ts';
import { isFolded, isOpen } from '../../../shared/model/severity.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import { timeText } from '../../../shared/size-text.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { FindBar, focusFind } from '../../components/FindBar/use-find-in-page.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { useFindCommand } from '../../store/find-command.ts';
import { useFindings } from '../../store/findings.ts';
import { FindingDetail, FindingList, makeFindingKey } from './FindingList.tsx';
import styles from './FindingsTab.module.css';
import { gapWords } from './finding-text.ts';

/** Which findings are listed below the open ones. */
interface Rest {
  readonly folded: boolean;
  readonly acknowledged: boolean;
}
const nothingElse: Rest = { folded: false, acknowledged: false };
const groupWords = { folded: 'in examples', acknowledged: 'dismissed' } as const;

/** What rules found in the loaded files: places to look, never a verdict. */
export function FindingsTab({ row, files }: { row: SkillRow; files: readonly FileEntry[] }) {
  const known = useFindings(row);
  const { openFinding, openPlace } = useActions();
  const [chosen, setChosen] = useState<string | null>(null);
  const [rest, setRest] = useState<Rest>(nothingElse);
  const side = useRef<HTMLDivElement>(null);
  const all = known?.findings ?? [];
  const groups = {
    folded: all.filter(isFolded),
    acknowledged: all.filter((one) => !isFolded(one) && one.answer !== null),
  };
  const listed = [
    ...all.filter((one) => isOpen(one) && one.isNew),
    ...all.filter((one) => isOpen(one) && !one.isNew),
    ...(rest.acknowledged ? groups.acknowledged : []),
    ...(rest.folded ? groups.folded : []),
  ];
  const current = listed.find((one) => makeFindingKey(one) === chosen) ?? listed[0];
  const choose = (finding: Finding): void => setChosen(makeFindingKey(finding));
  const pathOf = (uri: string): string =>
    files.find((file) => file.uri === uri)?.path ??
    (uri === row.uri ? 'SKILL.md' : revealInvisible(uri));
  const findBar = useFindBar({ listed, current, pathOf, side, onFind: choose });
  if (known === null)
    return (
      <p className={styles.wait}>
        <Spinner label="Loading findings" />
      </p>
    );
  return (
    <div className={styles.tab}>
      <div ref={side} className={styles.side}>
        {findBar}
        <Since row={row} known={known} />
        {listed.length > 0 && (
          <FindingList
            findings={listed}
            current={current}
            pathOf={pathOf}
            onChoose={choose}
            onOpen={(finding) => openFinding(row, finding)}
          />
        )}
        {(['acknowledged', 'folded'] as const).map(
          (group) =>
            groups[group].length > 0 && (
              <div key={group} className={styles.fold}>
                <Button
                  size="sm"
                  variant="quiet"
                  onClick={() => setRest({ ...rest, [group]: !rest[group] })}
                >
                  {rest[group] ? 'Hide' : 'Show'} {groups[group].length} {groupWords[group]}
                </Button>
              </div>
            ),
        )}
        <Unlisted known={known} pathOf={pathOf} />
      </div>
      <div className={styles.detail}>
        {current === undefined ? (
          <Nothing files={known.counts.files} all={row.fileCount} />
        ) : (
          <FindingDetail
            key={makeFindingKey(current)}
            row={row}
            finding={current}
            path={pathOf(current.uri)}
            onOpen={() => openFinding(row, current)}
            onPlace={({ line, column }) => openPlace(row, { file: current.uri, line, column })}
          />
        )}
      </div>
    </div>
  );
}

/** The field that finds among the listed findings, once the person opened it. */
function useFindBar({
  listed,
  current,
  pathOf,
  side,
  onFind,
}: {
  listed: readonly AnsweredFinding[];
  current: AnsweredFinding | undefined;
  pathOf: (uri: string) => string;
  side: RefObject<HTMLElement | null>;
  onFind: (finding: Finding) => void;
}): ReactNode {
  const [sought, setSought] = useState<string | null>(null);
  useFindCommand(
    'Find in the findings',
    useCallback(() => {
      setSought((text) => text ?? '');
      focusFind();
    }, []),
  );
  const matchesOf = (text: string): readonly AnsweredFinding[] => {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return [];
    return listed.filter((one) =>
      [one.title, one.severity, one.rule, pathOf(one.uri), one.excerpt]
        .join('\n')
        .toLowerCase()
        .includes(wanted),
    );
  };
  if (sought === null) return null;
  const matches = matchesOf(sought);
  const at = current === undefined ? -1 : matches.indexOf(current);
  const moveTo = (finding: Finding | undefined): void => {
    if (finding !== undefined) onFind(finding);
  };
  return (
    <FindBar
      label="Find in the findings"
      text={sought}
      count={matches.length}
      at={Math.max(0, at)}
      onText={(text) => {
        setSought(text);
        moveTo(matchesOf(text)[0]);
      }}
      onMove={(step) => moveTo(matches[(at + step + matches.length) % Math.max(1, matches.length)])}
      onClose={() => {
        setSought(null);
        side.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
      }}
    />
  );
}

/** When the files were checked, and what's new since the approval. */
function Since({ row, known }: { row: SkillRow; known: SkillFindings }) {
  const problem = useApp(({ store }) =>
    store?.status === 'ready' ? store.answersProblem : undefined,
  );
  return (
    <>
      {problem !== undefined && (
        <Banner tone="bad" title="Couldn’t load dismissed findings">
          {problem}. Until this is fixed, every finding is open.
        </Banner>
      )}
      {known.checkedAt !== null && (
        <p className={styles.since}>
          Checked {timeText(known.checkedAt)}
          {known.notInspected.some(({ reason }) => reason === 'older-rules') &&
            ' with older rules. Skillgate checks again when you open or verify the files.'}
        </p>
      )}
      {row.sinceDecision !== null && (
        <p className={styles.since}>Since the approval: {sinceInWords(row.sinceDecision)}</p>
      )}
    </>
  );
}

function Nothing({ files, all }: { files: number; all: number }) {
  const { setTab } = useActions();
  return files === 0 ? (
    <EmptyState
      icon="search"
      title="No files checked yet"
      actions={<Button onClick={() => setTab('files')}>Go to files</Button>}
    >
      Rules check files when you open, verify or read them. They never read files on their own.
    </EmptyState>
  ) : (
    <EmptyState
      icon="search"
      title={files < all ? `No findings in ${files} of ${all} files` : 'No findings'}
      noStep="Rules can’t find everything, and some files can’t be inspected."
    />
  );
}

/**
 * Findings at the time of approval that are no longer listed, and files that no rule inspected:
 * nothing is known about them.
 */
function Unlisted({
  known: { since, notInspected },
  pathOf,
}: {
  known: SkillFindings;
  pathOf: (uri: string) => string;
}) {
  const former = (findings: readonly FormerFinding[]): readonly string[] =>
    findings.map(
      ({ rule, severity, uri, answered }) =>
        `${pathOf(uri)}: ${rule}, ${severity}${answered ? ', dismissed then' : ''}`,
    );
  const gaps = notInspected.map(
    ({ uri, reason, detail }) =>
      `${pathOf(uri)}: ${gapWords[reason]}${detail === '' ? '' : ` (${detail})`}`,
  );
  return (
    <>
      <Folded title="gone since the approval" lines={former(since?.gone ?? [])} />
      <Folded title="found earlier, not rechecked" lines={former(since?.unlooked ?? [])} />
      <Folded title="not inspected" lines={gaps} />
    </>
  );
}

/** As many as a person reads; the rest are counted. */
const maxCount = 100;

function Folded({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details className={styles.gaps} open={lines.length <= 5}>
      <summary>
        {lines.length} {title}
      </summary>
      <ul>
        {lines.slice(0, maxCount).map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        {lines.length > maxCount && <li>and {lines.length - maxCount} more</li>}
      </ul>
    </details>
  );
}
