import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { useApp } from '../../store/context.ts';
import { countsInWords, worstOf } from '../../store/findings.ts';
import { filesDecided } from '../../store/picks.ts';
import { useShownCounts } from '../../store/readings.ts';
import type { DecisionSheetRequest } from '../../store/state.ts';
import styles from './DecisionSheet.module.css';
import { shortDigest } from './figures.ts';
import { coverageInWords, plural } from './words.ts';

interface Props {
  readonly action: DecisionSheetRequest['action'];
  readonly row: SkillRow;
  /** What the decision names: that of the row may be another one by now. */
  readonly setDigest: string | null;
  readonly grants: ReadonlySet<string>;
  /** Tools that the last approval granted. */
  readonly granted: ReadonlySet<string>;
  readonly onGrants: (grants: ReadonlySet<string>) => void;
}

/**
 * The one skill: whose, which content, what was read of it, and a tick per tool that it asks for.
 */
export function OneSkill({ action, row, setDigest, grants, granted, onGrants }: Props) {
  const toggle = (tool: string, on: boolean): void => {
    const next = new Set(grants);
    if (on) next.add(tool);
    else next.delete(tool);
    onGrants(next);
  };
  return (
    <>
      <KeyValue
        items={[
          { name: 'Server', value: row.server },
          {
            name: 'Skill',
            value: <span className={styles.break}>{revealInvisible(row.uri)}</span>,
          },
          {
            name: 'Content',
            value:
              setDigest === null ? null : (
                <CodeText
                  text={setDigest}
                  short={shortDigest(setDigest)}
                  copy
                  label="Copy the set digest"
                />
              ),
          },
        ]}
      />
      {action === 'approve' && (
        <>
          <Coverage row={row} setDigest={setDigest} />
          <Found row={row} />
          {row.integrity === 'self-computed' && (
            <p className={styles.muted}>
              The digests are self-computed: the server gives none. The approval holds for as long
              as every read gives the same bytes.
            </p>
          )}
          {row.requests.tools.length > 0 && (
            <fieldset className={styles.tools}>
              <legend className={styles.legend}>Tools that it requests</legend>
              <p className={styles.muted}>
                Approving grants none of them. Tick what a host may let it use without asking.
              </p>
              {[...new Set(row.requests.tools)].map((tool) => (
                <Checkbox
                  key={tool}
                  label={
                    <>
                      <code>{revealInvisible(tool)}</code>
                      {granted.has(tool) && ' (granted before)'}
                    </>
                  }
                  checked={grants.has(tool)}
                  onChange={(on) => toggle(tool, on)}
                />
              ))}
            </fieldset>
          )}
          <Declared settings={row.requests.settings} />
        </>
      )}
    </>
  );
}

/** Read by the person or checked by Skillgate: two different things, said apart. */
function Coverage({ row, setDigest }: Pick<Props, 'row' | 'setDigest'>) {
  const { server, uri } = row;
  const files = useApp((app) => filesDecided(app.details, { server, uri, setDigest }));
  const counts = useShownCounts(server, uri, files);
  const { verified, unread, total } = row.checked;
  const count = Math.max(total, row.fileCount);
  const known = files.length;
  const words = coverageInWords({ ...counts, no: counts.no + Math.max(0, count - known) });
  return (
    <Banner tone={counts.shown === count ? 'ok' : 'info'} title={words}>
      {row.integrity === 'self-computed'
        ? 'Skillgate read every file to compute its digest.'
        : verified === 0
          ? 'No file has been compared with the manifest yet.'
          : `${verified} of ${plural(count, 'file')} ${count === 1 ? 'matches' : 'match'} the manifest.`}
      {unread > 0 && ` ${plural(unread, 'file')} could not be read.`}
    </Banner>
  );
}

/** What rules found in what was read, and how much of it they could not look at. */
function Found({ row: { findings, fileCount } }: Pick<Props, 'row'>) {
  const unread = Math.max(0, fileCount - findings.files);
  const rest = [
    ...(findings.notInspected > 0 ? [`${findings.notInspected} not inspected`] : []),
    ...(unread > 0 ? [`${plural(unread, 'file')} not read`] : []),
  ].join(', ');
  const words = countsInWords(findings);
  return (
    <Banner
      tone={worstOf(findings) === null ? 'info' : 'warn'}
      title={words === '' ? 'Nothing that the rules look for' : `Findings: ${words}`}
    >
      {rest === '' ? 'Rules looked at every file.' : `Beside that: ${rest}.`}
    </Banner>
  );
}

/** What a host may do because of the frontmatter; nothing here is granted or refused by itself. */
function Declared({ settings }: { settings: SkillRow['requests']['settings'] }) {
  if (settings.length === 0) return null;
  return (
    <section className={styles.tools} aria-label="What it declares for hosts">
      <p className={styles.legend}>What it declares for hosts</p>
      <p className={styles.muted}>
        A host may act on these fields of its frontmatter once you approve. <code>hooks</code> are
        run.
      </p>
      <ul>
        {settings.map(({ field, value }) => (
          <li key={field}>
            <code>
              {field}
              {value === '' ? '' : `: ${value}`}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}
