import { useState } from 'react';
import type { ImportPreview } from '../../../shared/model/import.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { useActions, useApi } from '../../store/context.ts';
import { TargetFacts } from './TargetFacts.tsx';
import { programText } from './words.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** What would be added from one source: ticked unless it is here already. */
export function ImportList({ preview }: { preview: ImportPreview }) {
  const api = useApi();
  const actions = useActions();
  const [untaken, setUntaken] = useState<ReadonlySet<string>>(new Set());
  const fresh = preview.candidates.filter((candidate) => candidate.duplicateOf === undefined);
  const labels = fresh.map((candidate) => candidate.label).filter((label) => !untaken.has(label));
  const tick = (label: string, on: boolean) =>
    setUntaken((before) => {
      const after = new Set(before);
      if (on) after.delete(label);
      else after.add(label);
      return after;
    });
  const add = async () => {
    const result = await actions.attempt(
      api.applyImport({ importId: preview.importId, labels }),
      'Nothing was added',
    );
    if (!result) return;
    const [first] = result.added;
    if (first === undefined) return;
    if (result.added.length === 1) actions.selectServer(first);
    else {
      actions.selectHome();
      const added = preview.candidates.filter(({ label }) => result.added.includes(label));
      if (added.filter(({ target }) => target.type === 'stdio').length > 1)
        actions.openOverlay({ kind: 'consent-many' });
    }
    actions.toast('ok', `Added ${result.added.join(', ')}.`);
  };
  return (
    <section className={layout.section} aria-label={preview.source}>
      <h2 className={styles.sectionTitle}>
        {preview.source}{' '}
        {preview.path !== null && <span className={styles.aside}>{preview.path}</span>}
      </h2>
      {preview.candidates.length > 0 && (
        <ul className={styles.list}>
          {preview.candidates.map((candidate) => (
            <li
              key={`${candidate.throughSkillgate === true} ${candidate.label}`}
              className={styles.item}
            >
              <div className={styles.itemHead}>
                <Checkbox
                  className={styles.grow ?? ''}
                  reason={reasonOf(candidate)}
                  checked={candidate.duplicateOf === undefined && !untaken.has(candidate.label)}
                  onChange={(on) => tick(candidate.label, on)}
                  label={<strong>{candidate.label}</strong>}
                  hint={<code>{programText(candidate.target)}</code>}
                />
                {candidate.renamedFrom !== undefined && (
                  <Badge tone="info">renamed: “{candidate.renamedFrom}” is taken</Badge>
                )}
                <Badge>{candidate.target.type}</Badge>
              </div>
              <TargetFacts target={candidate.target} />
            </li>
          ))}
        </ul>
      )}
      {preview.problems.map((problem) => (
        <Banner
          key={`${problem.where}\n${problem.message}`}
          tone="warn"
          live="polite"
          title={problem.where}
        >
          {problem.message}
        </Banner>
      ))}
      {preview.candidates.length === 0 && preview.problems.length === 0 && (
        <p className={layout.muted}>No server in it.</p>
      )}
      {fresh.length > 0 && (
        <div className={layout.row}>
          <Button
            variant="primary"
            reason={labels.length === 0 ? 'No server is ticked' : null}
            onClick={() => void add()}
          >
            Add {labels.length} {labels.length === 1 ? 'server' : 'servers'}
          </Button>
          <span className={layout.muted}>Nothing is started or contacted before you say so.</span>
        </div>
      )}
    </section>
  );
}

/** Why it is not there to be taken. */
const reasonOf = ({
  duplicateOf,
  throughSkillgate,
}: ImportPreview['candidates'][number]): string | null =>
  duplicateOf === undefined
    ? null
    : throughSkillgate === true
      ? `goes through Skillgate, to “${duplicateOf}”`
      : `here already as “${duplicateOf}”`;
