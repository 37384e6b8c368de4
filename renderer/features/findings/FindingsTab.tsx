import { useCallback, useRef, useState } from 'react';
import type { AnsweredFinding, Finding, NotInspected } from '../../../shared/model/findings.ts';
import { isFolded, isOpen } from '../../../shared/model/severity.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import { timeText } from '../../../shared/time-text.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { FindBar, focusFind } from '../../components/FindBar/FindBar.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { useFindCommand } from '../../store/find-command.ts';
import { useFindings } from '../../store/findings.ts';
import { FindingDetail } from './FindingDetail.tsx';
import { FindingList, makeFindingKey } from './FindingList.tsx';
import styles from './FindingsTab.module.css';
import { FormerList } from './FormerList.tsx';
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
  const problem = useApp(({ store }) =>
    store?.status === 'ready' ? store.answersProblem : undefined,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [rest, setRest] = useState<Rest>(nothingElse);
  const [sought, setSought] = useState<string | null>(null);
  const side = useRef<HTMLDivElement>(null);
  useFindCommand(
    'Find in the findings',
    useCallback(() => {
      setSought((text) => text ?? '');
      focusFind();
    }, []),
  );
  if (known === null)
    return (
      <p className={styles.wait}>
        <Spinner label="Loading findings" />
      </p>
    );
  const groups = {
    folded: known.findings.filter(isFolded),
    acknowledged: known.findings.filter((one) => !isFolded(one) && one.answer !== null),
  };
  const listed = [
    ...known.findings.filter((one) => isOpen(one) && one.isNew),
    ...known.findings.filter((one) => isOpen(one) && !one.isNew),
    ...(rest.acknowledged ? groups.acknowledged : []),
    ...(rest.folded ? groups.folded : []),
  ];
  const current = listed.find((one) => makeFindingKey(one) === chosen) ?? listed[0];
  const pathOf = (uri: string): string =>
    files.find((file) => file.uri === uri)?.path ??
    (uri === row.uri ? 'SKILL.md' : revealInvisible(uri));
  const open = (finding: Finding): void => openFinding(row, finding);
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
  const matches = matchesOf(sought ?? '');
  const matchAt = current === undefined ? -1 : matches.indexOf(current);
  const moveTo = (finding: Finding | undefined): void => {
    if (finding !== undefined) setChosen(makeFindingKey(finding));
  };
  return (
    <div className={styles.tab}>
      <div ref={side} className={styles.side}>
        {sought !== null && (
          <FindBar
            label="Find in the findings"
            text={sought}
            count={matches.length}
            at={Math.max(0, matchAt)}
            onText={(text) => {
              setSought(text);
              moveTo(matchesOf(text)[0]);
            }}
            onMove={(step) =>
              moveTo(matches[(matchAt + step + matches.length) % Math.max(1, matches.length)])
            }
            onClose={() => {
              setSought(null);
              side.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
            }}
          />
        )}
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
        {listed.length > 0 && (
          <FindingList
            findings={listed}
            current={current}
            pathOf={pathOf}
            onChoose={(finding) => setChosen(makeFindingKey(finding))}
            onOpen={open}
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
        {known.since !== null && (
          <>
            <FormerList
              title="gone since the approval"
              findings={known.since.gone}
              pathOf={pathOf}
            />
            <FormerList
              title="found earlier, not rechecked"
              findings={known.since.unlooked}
              pathOf={pathOf}
            />
          </>
        )}
        <NotInspectedList gaps={known.notInspected} pathOf={pathOf} />
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
            onOpen={() => open(current)}
            onPlace={({ line, column }) => openPlace(row, { file: current.uri, line, column })}
          />
        )}
      </div>
    </div>
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

/** As many as a person reads; the rest are counted. */
const maxCount = 100;

/** Files that no rule inspected, always listed beside the findings: nothing is known about them. */
function NotInspectedList({
  gaps,
  pathOf,
}: {
  gaps: readonly NotInspected[];
  pathOf: (uri: string) => string;
}) {
  if (gaps.length === 0) return null;
  return (
    <details className={styles.gaps} open={gaps.length <= 5}>
      <summary>{gaps.length} not inspected</summary>
      <ul>
        {gaps.slice(0, maxCount).map(({ uri, reason, detail }, index) => (
          <li key={index}>
            {pathOf(uri)}: {gapWords[reason]}
            {detail === '' ? '' : ` (${detail})`}
          </li>
        ))}
        {gaps.length > maxCount && <li>and {gaps.length - maxCount} more</li>}
      </ul>
    </details>
  );
}
