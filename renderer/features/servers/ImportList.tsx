import { useState, type ReactNode } from 'react';
import type { ImportPreview } from '../../../shared/model/import.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { useActions, useApi } from '../../store/context.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { Asks, Origins, SecretsTaken, Untaken } from './ImportFacts.tsx';
import { useInTheClear } from './ServerFields.tsx';
import { programText } from './server-text.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import type { ServerTarget } from '../../../shared/model/server.ts';
import lines from './StartFacts.module.css';

type Candidate = ImportPreview['candidates'][number];
/** A map by name, because a label may be `constructor`, which every object has. */
type Texts = ReadonlyMap<string, string>;

/**
 * Servers that these sources would add together: selected unless already here or listed above. A
 * single one needs no selection, only the button.
 */
export function ImportList({ previews }: { previews: readonly ImportPreview[] }) {
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [given, setGiven] = useState<ReadonlyMap<string, Texts>>(new Map());
  const candidates = previews.flatMap((preview) => preview.candidates);
  const [only] = candidates;
  const isSingle = candidates.length === 1 && only?.alsoIn === undefined;
  const isTicked = ({ label, duplicateOf, alsoIn }: Candidate): boolean =>
    duplicateOf === undefined && (ticks.get(label) ?? alsoIn === undefined);
  const fresh = candidates.filter((candidate) => candidate.duplicateOf === undefined);
  const picked = fresh.filter(isTicked);
  const lacks = picked.flatMap(({ label, asks }) =>
    (asks ?? [])
      .filter(({ name, isOptional }) => !isOptional && !given.get(label)?.get(name))
      .map(({ name }) => `${label} needs ${writtenOut(name)}`),
  );
  const { dialog, add } = useAdding(previews, picked, given);
  return (
    <>
      {dialog}
      {previews.map((preview) => (
        <Source key={preview.importId} preview={preview}>
          {preview.candidates.map((candidate) => (
            <Offered
              key={`${candidate.throughSkillgate === true} ${candidate.label}`}
              candidate={candidate}
              isSingle={isSingle}
              isTicked={isTicked(candidate)}
              onTick={(on) => setTicks((before) => new Map(before).set(candidate.label, on))}
              given={given.get(candidate.label) ?? new Map()}
              onGive={(texts) => setGiven((before) => new Map(before).set(candidate.label, texts))}
            />
          ))}
        </Source>
      ))}
      {fresh.length > 0 && (
        <div className={layout.row}>
          <Button
            variant="primary"
            reason={picked.length === 0 ? 'Select at least one server' : (lacks[0] ?? null)}
            onClick={() => void add()}
          >
            Add {picked.length} {picked.length === 1 ? 'server' : 'servers'}
          </Button>
          <span className={layout.muted}>
            {lacks[0] === undefined ? '' : `${lacks[0]}. `}
            Skillgate starts and contacts nothing until you allow it.
          </span>
        </div>
      )}
    </>
  );
}

/** Adds the picked servers and shows them. `dialog`: what the person is asked before. */
function useAdding(
  previews: readonly ImportPreview[],
  picked: readonly Candidate[],
  given: ReadonlyMap<string, Texts>,
) {
  const api = useApi();
  const actions = useActions();
  const { dialog, send } = useInTheClear();
  const add = async () => {
    const added: string[] = [];
    for (const { importId, candidates: own } of previews) {
      const wanted = own.filter((candidate) => picked.includes(candidate));
      if (wanted.length === 0) continue;
      const labels = wanted.map(({ label }) => label);
      const input = { importId, labels, given: givenTo(wanted, given) };
      const result = await send(
        (inTheClear) => api.applyImport({ ...input, inTheClear }),
        'Couldn’t add the servers',
      );
      // What was added before stays, and says so below.
      if (!result) break;
      added.push(...result.added);
    }
    const [first, ...others] = added;
    if (first === undefined) return;
    if (others.length === 0) actions.selectServer(first);
    else {
      actions.selectHome();
      const programs = picked.filter(
        ({ label, target }) => target.type === 'stdio' && added.includes(label),
      );
      if (programs.length > 1) actions.openOverlay({ kind: 'consent-many' });
    }
    actions.toast('ok', `Added ${added.join(', ')}.`);
  };
  return { dialog, add };
}

/** One file or text, with the servers in it and what's wrong with it. */
function Source({
  preview: { source, path, candidates, problems },
  children,
}: {
  readonly preview: ImportPreview;
  readonly children: ReactNode;
}) {
  return (
    <section className={layout.section} aria-label={source}>
      <h2 className={styles.sectionTitle}>
        {source} {path !== null && <span className={styles.aside}>{path}</span>}
      </h2>
      {candidates.length > 0 && <ul className={styles.list}>{children}</ul>}
      {problems.map(({ where, message }) => (
        <Banner key={`${where}\n${message}`} tone="warn" live="polite" title={where}>
          {message}
        </Banner>
      ))}
      {candidates.length === 0 && problems.length === 0 && (
        <p className={layout.muted}>No servers found.</p>
      )}
    </section>
  );
}

/** One server, with what adding it would take over and what it lacks. */
function Offered({
  candidate,
  isSingle,
  isTicked,
  onTick,
  given,
  onGive,
}: {
  readonly candidate: Candidate;
  readonly isSingle: boolean;
  readonly isTicked: boolean;
  readonly onTick: (on: boolean) => void;
  readonly given: Texts;
  readonly onGive: (texts: Texts) => void;
}) {
  const { label, target, renamedFrom, isOff, secrets, asks, left } = candidate;
  const held = reasonOf(candidate);
  const program = <code>{programText(target)}</code>;
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        {isSingle && held === null ? (
          <span className={styles.grow}>
            <strong>{label}</strong> {program}
          </span>
        ) : (
          <Checkbox
            className={styles.grow ?? ''}
            reason={held}
            checked={isTicked}
            onChange={onTick}
            label={<strong>{label}</strong>}
            hint={program}
          />
        )}
        {renamedFrom !== undefined && <Badge tone="info">renamed: “{renamedFrom}” is taken</Badge>}
        {isOff === true && <Badge tone="info">switched off</Badge>}
        <Badge>{target.type}</Badge>
      </div>
      <Origins candidate={candidate} />
      <TargetFacts target={target} />
      <SecretsTaken secrets={secrets ?? []} />
      {isTicked && asks !== undefined && (
        <Asks label={label} asks={asks} given={given} target={target} onGive={onGive} />
      )}
      <Untaken left={left ?? []} />
    </li>
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

/**
 * What a one-line summary can't show before a server is added: each argument as the program gets
 * it, the folder, and the names of other settings. Values stay in the main process.
 */
function TargetFacts({ target }: { readonly target: ServerTarget }) {
  const given = target.type === 'stdio' ? target.envNames : target.headerNames;
  return (
    <>
      {target.type === 'stdio' && target.args.length > 0 && (
        <ol className={lines.lines} aria-label="Arguments">
          {target.args.map((arg, at) => (
            // Arguments have no id and never move.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <Exact text={arg} />
            </li>
          ))}
        </ol>
      )}
      {target.type === 'stdio' && target.cwd !== undefined && (
        <p>
          <span className={lines.said}>Working folder (cwd):</span> <Exact text={target.cwd} />
        </p>
      )}
      {target.type === 'stdio' && target.startIn !== undefined && (
        <p>
          <span className={lines.said}>Start in:</span> <Exact text={target.startIn} />
        </p>
      )}
      {given.length > 0 && (
        <div>
          <p className={lines.said}>{target.type === 'stdio' ? 'Environment' : 'Headers'}</p>
          <ul
            className={lines.lines}
            aria-label={target.type === 'stdio' ? 'Environment' : 'Headers'}
          >
            {given.map((name) => (
              <li key={name}>
                <Exact text={name} /> <span className={lines.said}>= •••••• (not shown)</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

const Exact = ({ text }: { readonly text: string }) => (
  <code className={lines.exact} dir="ltr">
    {text === '' ? '(empty)' : writtenOut(text)}
  </code>
);
