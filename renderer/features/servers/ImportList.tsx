import { useState } from 'react';
import type { ImportPreview } from '../../../shared/model/import.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { useActions, useApi } from '../../store/context.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { Asks, Origins, SecretsTaken, Untaken } from './ImportFacts.tsx';
import { TargetFacts } from './TargetFacts.tsx';
import { useInTheClear } from './use-in-the-clear.tsx';
import { programText } from './server-text.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

type Candidate = ImportPreview['candidates'][number];
/** A map by name, because a label may be `constructor`, which every object has. */
type Texts = ReadonlyMap<string, string>;

/** Servers that one source would add: selected unless already here or listed above. */
export function ImportList({ preview }: { preview: ImportPreview }) {
  const api = useApi();
  const actions = useActions();
  const { dialog, send } = useInTheClear();
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [given, setGiven] = useState<ReadonlyMap<string, Texts>>(new Map());
  const isTicked = ({ label, duplicateOf, alsoIn }: Candidate): boolean =>
    duplicateOf === undefined && (ticks.get(label) ?? alsoIn === undefined);
  const fresh = preview.candidates.filter((candidate) => candidate.duplicateOf === undefined);
  const picked = fresh.filter(isTicked);
  const labels = picked.map(({ label }) => label);
  const lacks = picked.flatMap(({ label, asks }) =>
    (asks ?? [])
      .filter(({ name, isOptional }) => !isOptional && !given.get(label)?.get(name))
      .map(({ name }) => `${label} needs ${writtenOut(name)}`),
  );
  const tick = (label: string, on: boolean) => setTicks((before) => new Map(before).set(label, on));
  const give = (label: string, texts: Texts) =>
    setGiven((before) => new Map(before).set(label, texts));
  const add = async () => {
    const wanted = { importId: preview.importId, labels, given: givenTo(picked, given) };
    const result = await send(
      (inTheClear) => api.applyImport({ ...wanted, inTheClear }),
      'Couldn’t add the servers',
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
      {dialog}
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
                  checked={isTicked(candidate)}
                  onChange={(on) => tick(candidate.label, on)}
                  label={<strong>{candidate.label}</strong>}
                  hint={<code>{programText(candidate.target)}</code>}
                />
                {candidate.renamedFrom !== undefined && (
                  <Badge tone="info">renamed: “{candidate.renamedFrom}” is taken</Badge>
                )}
                {candidate.isOff === true && <Badge tone="info">switched off</Badge>}
                <Badge>{candidate.target.type}</Badge>
              </div>
              <Origins candidate={candidate} />
              <TargetFacts target={candidate.target} />
              <SecretsTaken secrets={candidate.secrets ?? []} />
              {isTicked(candidate) && candidate.asks !== undefined && (
                <Asks
                  label={candidate.label}
                  asks={candidate.asks}
                  given={given.get(candidate.label) ?? new Map()}
                  target={candidate.target}
                  onGive={(texts) => give(candidate.label, texts)}
                />
              )}
              <Untaken left={candidate.left ?? []} />
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
        <p className={layout.muted}>No servers found.</p>
      )}
      {fresh.length > 0 && (
        <div className={layout.row}>
          <Button
            variant="primary"
            reason={labels.length === 0 ? 'Select at least one server' : (lacks[0] ?? null)}
            onClick={() => void add()}
          >
            Add {labels.length} {labels.length === 1 ? 'server' : 'servers'}
          </Button>
          <span className={layout.muted}>
            {lacks[0] === undefined ? '' : `${lacks[0]}. `}
            Skillgate starts and contacts nothing until you allow it.
          </span>
        </div>
      )}
    </section>
  );
}

/** Send only the values of servers being added, so no secret travels needlessly. */
const givenTo = (
  picked: readonly Candidate[],
  given: ReadonlyMap<string, Texts>,
): Record<string, Record<string, string>> =>
  Object.fromEntries(
    picked.flatMap(({ label }) => {
      const texts = given.get(label);
      return texts === undefined ? [] : [[label, Object.fromEntries(texts)]];
    }),
  );

/** Why it can't be added. */
const reasonOf = ({
  duplicateOf,
  throughSkillgate,
}: ImportPreview['candidates'][number]): string | null =>
  duplicateOf === undefined
    ? null
    : throughSkillgate === true
      ? `already goes through Skillgate, to “${duplicateOf}”`
      : `already added as “${duplicateOf}”`;
