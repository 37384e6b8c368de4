import { useState } from 'react';
import type { Finding } from '../../../shared/model/findings.ts';
import { isFolded, isOpen } from '../../../shared/model/severity.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { sinceInWords } from '../../../shared/model/finding-text.ts';
import type { FileEntry, SkillRow } from '../../../shared/model/skill.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { useFindings } from '../../store/findings.ts';
import { FindingDetail } from './FindingDetail.tsx';
import { FindingList, makeFindingKey } from './FindingList.tsx';
import styles from './FindingsTab.module.css';
import { FormerList } from './FormerList.tsx';
import { NotInspectedList } from './NotInspectedList.tsx';

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
  return (
    <div className={styles.tab}>
      <div className={styles.side}>
        {problem !== undefined && (
          <Banner tone="bad" title="Couldn’t load dismissed findings">
            {problem}. Until this is fixed, every finding is open.
          </Banner>
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
          <Nothing files={known.counts.files} />
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

function Nothing({ files }: { files: number }) {
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
      title="No findings"
      noStep="In the files checked so far. Rules can’t find everything, and some files can’t be inspected."
    />
  );
}
