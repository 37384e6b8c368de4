import { programNotFound } from '../../../shared/model/plain.ts';
import type { StartText, StartView } from '../../../shared/model/start.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import styles from './StartFacts.module.css';
import { hiddenValueText } from './server-text.ts';

/** A command exactly as it would start: complete, in stored order, with every space. */
export function StartFacts({ start }: { readonly start: StartView }) {
  const { args, command, environment, program } = start;
  const loading = environment.filter((variable) => variable.loadsCode);
  return (
    <div className={styles.stack}>
      {loading.length > 0 && (
        <Banner tone="warn" title="This command can be made to run other code">
          {loading.length === 1
            ? '1 variable below can make it run code that the command doesn’t name. Read its value.'
            : `${loading.length} variables below can make it run ` +
              'code that the command doesn’t name. Read their values.'}
        </Banner>
      )}
      <KeyValue
        items={[
          { name: 'Command', value: <Exact text={[{ text: command }]} /> },
          ...(program === command ? [] : [{ name: 'Program', value: <Program path={program} /> }]),
          {
            name: 'Arguments',
            value:
              args.length > 0 ? (
                <ol className={styles.lines}>
                  {args.map((arg, at) => (
                    // Arguments have no id and never move.
                    // oxlint-disable-next-line react/no-array-index-key
                    <li key={at}>
                      <Exact text={arg} />
                    </li>
                  ))}
                </ol>
              ) : (
                'none'
              ),
          },
          {
            name: 'Folder',
            value:
              start.folder === null ? (
                'an empty folder that Skillgate provides; in a protected app, the app’s own'
              ) : (
                <Exact text={[{ text: start.folder }]} />
              ),
          },
          {
            name: 'Environment',
            value:
              environment.length > 0 ? (
                <ul className={styles.lines}>
                  {environment.map(({ name, value, loadsCode }) => (
                    <li key={name}>
                      <Exact text={[{ text: name }]} /> = <Exact text={value} />
                      {loadsCode && <strong className={styles.loads}> can load code</strong>}
                    </li>
                  ))}
                  <li>in a protected app, the app’s own as well</li>
                </ul>
              ) : (
                'none added; in a protected app, the app’s own'
              ),
          },
          { name: 'Configured in', value: <Exact text={[{ text: start.origin }]} /> },
        ]}
      />
    </div>
  );
}

/**
 * The attacker puts their own `npx` before the usual one, so the file is what a person decides on.
 */
function Program({ path }: { readonly path: string | undefined }) {
  return path === undefined ? (
    <strong className={styles.loads}>{programNotFound}</strong>
  ) : (
    <Exact text={[{ text: path }]} />
  );
}

function Exact({ text }: { readonly text: StartText }) {
  if (text.every((part) => 'text' in part && part.text === ''))
    return <span className={styles.said}>(empty)</span>;
  return (
    <>
      {text.map((part, at) =>
        'text' in part ? (
          // oxlint-disable-next-line react/no-array-index-key
          <code key={at} className={styles.exact} dir="ltr">
            {writtenOut(part.text)}
          </code>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={styles.said}>
            {hiddenValueText(part.masked)}
          </span>
        ),
      )}
    </>
  );
}
