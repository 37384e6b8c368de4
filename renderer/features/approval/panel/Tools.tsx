import { revealInvisible } from '../../../../shared/invisible.ts';
import type { SkillRow } from '../../../../shared/model/skill.ts';
import { Badge } from '../../../components/Badge/Badge.tsx';
import { Checkbox } from '../../../components/Checkbox/Checkbox.tsx';
import type { ApprovalRenewal } from '../renewal.ts';
import styles from './DecisionPanel.module.css';

/**
 * A checkbox per requested tool: none selected for a first approval; a renewal selects those
 * allowed before and marks what differs. A policy that forbids tools removes the checkboxes.
 */
export function Tools({
  tools,
  ticked,
  renewal,
  forbidden,
  onTick,
}: {
  tools: readonly string[];
  ticked: (tool: string) => boolean;
  renewal: ApprovalRenewal | null;
  forbidden: boolean;
  onTick: (tool: string, on: boolean) => void;
}) {
  const gone = renewal?.gone ?? [];
  if (tools.length + gone.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Requested tools</legend>
      <p className={styles.muted}>
        {forbidden
          ? 'Your managed policy doesn’t let you allow tools. Apps ask before they use one.'
          : tools.length === 0
            ? 'The skill no longer requests tools.'
            : 'Select the tools that apps may let this skill use without asking.'}
      </p>
      {tools.map((tool) =>
        forbidden ? (
          <p key={tool} className={styles.tool}>
            <code>{revealInvisible(tool)}</code>
          </p>
        ) : (
          <Checkbox
            key={tool}
            label={
              <>
                <code className={styles.tool}>{revealInvisible(tool)}</code>
                <Mark tool={tool} renewal={renewal} />
              </>
            }
            checked={ticked(tool)}
            onChange={(on) => onTick(tool, on)}
          />
        ),
      )}
      {gone.map((tool) => (
        <p key={tool} className={styles.gone}>
          <code className={styles.tool}>{revealInvisible(tool)}</code>{' '}
          <Badge>allowed before, no longer requested</Badge>
        </p>
      ))}
    </fieldset>
  );
}

/** Whether the last approval allowed the tool. */
function Mark({ tool, renewal }: { tool: string; renewal: ApprovalRenewal | null }) {
  if (renewal === null) return null;
  if (renewal.fresh.has(tool))
    return (
      <>
        {' '}
        <Badge tone="warn">newly requested</Badge>
      </>
    );
  return (
    <>
      {' '}
      <Badge>{renewal.granted.has(tool) ? 'allowed before' : 'not allowed before'}</Badge>
    </>
  );
}

/** Frontmatter fields that an app may act on; a person can't allow or deny them one by one. */
export function Declared({ settings }: { settings: SkillRow['requests']['settings'] }) {
  if (settings.length === 0) return null;
  return (
    <section className={styles.group} aria-label="Settings for apps">
      <p className={styles.legend}>Settings for apps</p>
      <p className={styles.muted}>
        An app may act on these fields of its frontmatter once you approve. <code>hooks</code> are
        run.
      </p>
      <ul>
        {settings.map(({ field, value }) => (
          <li key={field}>
            <code className={styles.tool}>
              {field}
              {value === '' ? '' : `: ${value}`}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}
