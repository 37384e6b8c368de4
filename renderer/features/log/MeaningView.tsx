import type { ReactNode } from 'react';
import type { ExchangeMeaning } from '../../../shared/model/log.ts';
import { fileWords, inOneLine } from '../../../shared/model/file-label.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { Button } from '../../components/Button/Button.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useActions } from '../../store/context.ts';
import { refusedKey } from '../../store/state.ts';
import { cameOtherwise } from '../../store/readings.ts';
import { checkLook, nothingIn } from './log-text.ts';
import styles from './MeaningView.module.css';

/**
 * What depends on an exchange: each file with its checks and each entry, with links to its skill.
 */
export function MeaningView({ server, meaning }: { server: string; meaning: ExchangeMeaning }) {
  const { selectSkill, selectRefused, openProtocol } = useActions();
  const { files, refused, skills, whole, later, more, cut } = meaning;
  const nothing = nothingIn(meaning);
  const faulty = skills.filter(({ problems }) => problems.length > 0);
  const sound = skills.filter(({ problems }) => problems.length === 0);
  return (
    <div className={styles.meaning} tabIndex={0} role="group" aria-label="What it means">
      {nothing !== null && <p className={styles.muted}>{nothing}</p>}
      {later !== null && (
        <p className={styles.later}>
          This was requested again later. These results come from that exchange.{' '}
          <Button size="sm" onClick={() => openProtocol(later)}>
            Show later exchange
          </Button>
        </p>
      )}
      {files.map((file) => (
        <File key={`${file.skill.uri}\n${file.file}`} server={server} file={file} />
      ))}
      {refused.map((entry) => (
        <Part
          key={refusedKey(entry)}
          title={`Entry ${entry.index < 0 ? 'opened by URI' : entry.index + 1}: invalid`}
          tone="bad"
          name={entry.name ?? entry.uri ?? 'without a name'}
          to={{
            text: 'Show the invalid entry',
            go: () => selectRefused(server, refusedKey(entry)),
          }}
        >
          {[entry.problem, ...entry.others].map((problem, at) => (
            <ProblemLine key={at} problem={problem} />
          ))}
        </Part>
      ))}
      {whole.length > 0 && (
        <Part title="The whole response" tone="bad" name="">
          {whole.map((problem, at) => (
            <ProblemLine key={at} problem={problem} />
          ))}
        </Part>
      )}
      {faulty.map(({ uri, name, problems }) => (
        <Part
          key={uri}
          title="Listed entry with problems"
          tone="warn"
          name={name}
          to={{ text: `Show ${revealInvisible(name)}`, go: () => selectSkill(server, uri) }}
        >
          {problems.map((problem, at) => (
            <ProblemLine key={at} problem={problem} />
          ))}
        </Part>
      ))}
      {sound.length > 0 && <SoundSkills server={server} skills={sound} />}
      {more > 0 && <p className={styles.muted}>and {more.toLocaleString('en')} more</p>}
      {cut && (
        <p className={styles.muted}>
          Only part of the response is kept; the rest may contain more entries.
        </p>
      )}
    </div>
  );
}

function SoundSkills({ server, skills }: { server: string; skills: ExchangeMeaning['skills'] }) {
  const { selectSkill } = useActions();
  return (
    <Part
      title={`${skills.length === 1 ? '1 entry' : `${skills.length} entries`}: in the list of skills`}
      tone="ok"
      name=""
    >
      <ul className={styles.skills}>
        {skills.map(({ uri, name }) => (
          <li key={uri}>
            <Button
              size="sm"
              variant="quiet"
              icon="arrowRight"
              onClick={() => selectSkill(server, uri)}
            >
              {revealInvisible(name)}
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function File({ server, file }: { server: string; file: ExchangeMeaning['files'][number] }) {
  const { openFile } = useActions();
  const { skill, path, verdict, checks } = file;
  const words = fileWords(verdict ?? undefined);
  return (
    <Part
      title={`File ${path}: ${inOneLine(words)}`}
      tone={words.tone}
      name={skill.name}
      to={{ text: `Show ${path}`, go: () => openFile(server, skill.uri, file.file) }}
    >
      {checks.length > 0 && (
        <ul className={styles.checks} aria-label={`Checks of ${path}`}>
          {checks.map((one) => (
            <li key={one.check}>
              <Status {...checkLook(one)} size={14} />
            </li>
          ))}
        </ul>
      )}
      {verdict !== null && verdict.status !== 'verified' && <p>{verdict.message}</p>}
      {verdict?.status === 'failed' && verdict.explanation !== undefined && (
        <p>{verdict.explanation.message}</p>
      )}
      {cameOtherwise(verdict) && (
        <div>
          <Button
            size="sm"
            icon="file"
            aria-label={`Received content of ${path}`}
            onClick={() => openFile(server, skill.uri, file.file, 'mismatch')}
          >
            Received content
          </Button>
        </div>
      )}
      {verdict?.status === 'failed' && (
        <KeyValue
          items={[
            { name: 'Expected', value: code(verdict.expected) },
            { name: 'Actual', value: code(verdict.actual) },
            ...(verdict.differences ?? []).map(({ field, expected, actual }) => ({
              name: field,
              value: (
                <>
                  {code(expected ?? 'absent')} in the entry, {code(actual ?? 'absent')} in the file
                </>
              ),
            })),
          ]}
        />
      )}
    </Part>
  );
}

interface PartProps {
  readonly title: string;
  readonly tone: 'ok' | 'bad' | 'warn' | 'neutral';
  /** The server's own name for it. */
  readonly name: string;
  readonly to?: { readonly text: string; readonly go: () => void };
  readonly children?: ReactNode;
}

const icons = { ok: 'check', bad: 'error', warn: 'warning', neutral: 'circle' } as const;

function Part({ title, tone, name, to, children }: PartProps) {
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <Status icon={icons[tone]} tone={tone} word={title} size={14} />
        </h3>
        {to !== undefined && (
          <Button size="sm" variant="quiet" icon="arrowRight" onClick={to.go}>
            {to.text}
          </Button>
        )}
      </div>
      {name !== '' && <p className={styles.muted}>{revealInvisible(name)}</p>}
      {children}
    </section>
  );
}

function ProblemLine({ problem }: { problem: Problem }) {
  return (
    <div>
      <p>{problem.message}</p>
      <KeyValue
        items={[
          { name: 'Rule', value: code(problem.check?.id ?? problem.rule) },
          { name: 'Field', value: code(problem.field) },
          { name: 'Expected', value: code(problem.expected) },
          { name: 'Actual', value: code(problem.actual) },
        ]}
      />
    </div>
  );
}

const code = (text: string | undefined): ReactNode =>
  text === undefined ? null : <code className={styles.code}>{text}</code>;
