import { revealInvisible } from '../../../shared/invisible.ts';
import type { ReactNode } from 'react';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Icon, type IconName } from '../../components/Icon/Icon.tsx';
import { cx } from '../../components/cx.ts';
import { useActions, useApp } from '../../store/context.ts';
import { dialectWords, integrityWords } from '../../store/dialects.ts';
import styles from './Facts.module.css';
import { sizeText } from '../../../shared/size-text.ts';
import { lastSegment } from './dates.ts';
import { plural } from './status-text.ts';

/**
 * What a reviewer asks next: matching files, requests, size against the limits, and skills with the
 * same name.
 */
export function Facts({ detail }: { detail: SkillDetail }) {
  const { row, limits } = detail;
  return (
    <ul className={styles.facts} aria-label="Facts">
      <Checks row={row} />
      <Requests requests={row.requests} />
      {row.content === 'listed' && (
        <Fact
          title={`Limits of the specification: ${limits.files} files, ${sizeText(limits.bytes)}`}
        >
          {`${sizeText(row.totalSize)} of ${sizeText(limits.bytes)} · `}
          {`${row.fileCount} of ${limits.files} files`}
        </Fact>
      )}
      {row.alsoIn.length > 0 && (
        <Fact icon="link" title={row.alsoIn.join(', ')}>
          Also in {row.alsoIn.map((id) => dialectWords[id].name).join(', ')}
        </Fact>
      )}
      <OtherSkills detail={detail} />
    </ul>
  );
}

/** What checking the files showed, and what they can be checked against. */
function Checks({ row }: { row: SkillRow }) {
  const { verified, failed, unread } = row.checked;
  // Digests computed here match nothing from the server, so such a skill has no matching files.
  const matched =
    row.integrity === 'manifest' || (row.integrity === 'archive' && !row.needsReadAll);
  return (
    <>
      {row.content === 'listed' && matched && (
        <Fact icon={verified === row.fileCount ? 'check' : 'file'}>
          {`${verified} of ${plural(row.fileCount, 'file')} `}
          {row.fileCount === 1 ? 'matches the ' : 'match the '}
          {row.isLocal === true ? 'listing' : row.integrity === 'archive' ? 'archive' : 'manifest'}
        </Fact>
      )}
      {failed > 0 && (
        <Fact icon="error" tone="bad">
          {plural(failed, 'file')} failed
        </Fact>
      )}
      {unread > 0 && (
        <Fact icon="unlink" tone="warn">
          {plural(unread, 'file')} could not be read
        </Fact>
      )}
      {row.content === 'dynamic' && (
        <Fact icon="question" tone="warn">
          Can’t be checked
        </Fact>
      )}
      {row.content === 'unknown' && !row.needsReadAll && (
        <Fact icon="question" tone="warn">
          The server lists no files
        </Fact>
      )}
      {row.content !== 'dynamic' && row.integrity !== 'manifest' && (
        <Fact
          icon={row.integrity === 'archive' ? 'file' : 'question'}
          tone={row.integrity === 'archive' ? undefined : 'warn'}
          title={integrityWords[row.integrity].about}
        >
          Integrity: {integrityWords[row.integrity].name}
          {row.needsReadAll ? ', not checked' : ''}
        </Fact>
      )}
    </>
  );
}

/** What the skill asks of an app: tools, settings, and programs to run. */
function Requests({ requests }: { requests: SkillRow['requests'] }) {
  const { tools, declarative, settings, executables } = requests;
  return (
    <>
      {tools.length > 0 && (
        <Fact icon="tool" tone="warn">
          Requests tools:{' '}
          {tools.map((tool) => (
            <code key={tool} className={styles.code}>
              {revealInvisible(tool)}
            </code>
          ))}
        </Fact>
      )}
      {settings.length > 0 && (
        <Fact
          icon={declarative.length > 0 ? 'terminal' : 'file'}
          tone={declarative.length > 0 ? 'warn' : undefined}
        >
          Settings for apps:{' '}
          {settings.map(({ field, value }) => (
            <code key={field} className={styles.code}>
              {field}
              {value === '' ? '' : `: ${value}`}
            </code>
          ))}
        </Fact>
      )}
      {executables.length > 0 && (
        <Fact icon="terminal" tone="warn" title={executables.join('\n')}>
          {plural(executables.length, 'script or binary', 'scripts or binaries')}:{' '}
          {executables.slice(0, 3).join(', ')}
          {executables.length > 3 ? ` and ${executables.length - 3} more` : ''}
        </Fact>
      )}
    </>
  );
}

/** The skills around and inside it, and those with its name. */
function OtherSkills({ detail: { row, nested, enclosing, collisions } }: { detail: SkillDetail }) {
  return (
    <>
      {enclosing !== null && (
        <Fact icon="folder">
          Inside <SkillLink server={row.server} uri={enclosing} />; decided separately
        </Fact>
      )}
      {nested.length > 0 && (
        <Fact icon="folder">
          Contains {plural(nested.length, 'skill')} with {nested.length === 1 ? 'its' : 'their'} own
          decision:{' '}
          {nested.slice(0, 5).map((uri) => (
            <SkillLink key={uri} server={row.server} uri={uri} />
          ))}
          {nested.length > 5 ? ` and ${nested.length - 5} more` : ''}
        </Fact>
      )}
      {collisions.length > 0 && (
        <Fact icon="warning" tone="warn">
          Same name:{' '}
          {collisions.slice(0, 5).map(({ where, uri }) => (
            <Collision key={`${where} ${uri}`} where={where} uri={uri} />
          ))}
          {collisions.length > 5 ? ` and ${collisions.length - 5} more` : ''}
        </Fact>
      )}
    </>
  );
}

function Fact({
  icon,
  tone,
  title,
  children,
}: {
  icon?: IconName;
  tone?: 'warn' | 'bad' | undefined;
  title?: string;
  children: ReactNode;
}) {
  return (
    <li className={cx(styles.fact, tone && styles[tone])} title={title}>
      {icon && <Icon name={icon} size={14} className={styles.icon} />}
      <span className={styles.words}>{children}</span>
    </li>
  );
}

function SkillLink({ server, uri, label }: { server: string; uri: string; label?: string }) {
  const { selectSkill } = useActions();
  return (
    <button
      type="button"
      className={styles.link}
      title={uri}
      onClick={() => selectSkill(server, uri)}
    >
      {label ?? lastSegment(uri)}
    </button>
  );
}

/** Skills with the same name are often in folders with the same name, so show the whole address. */
const placeText = (uri: string): string => {
  const text = revealInvisible(uri.replace(/\/SKILL\.md$/, ''));
  return text.length <= 60 ? text : `…${text.slice(-59)}`;
};

/** Links to another server's skill; a local folder is only named. */
function Collision({ where, uri }: { where: string; uri: string }) {
  const known = useApp((state) => state.skills.get(where)?.has(uri) ?? false);
  return known ? (
    <SkillLink server={where} uri={uri} label={`${placeText(uri)} on ${where}`} />
  ) : (
    <span className={styles.plain} title={uri}>
      {where}
    </span>
  );
}
