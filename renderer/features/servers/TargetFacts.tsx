import type { ServerTarget } from '../../../shared/model/server.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import lines from './StartFacts.module.css';

/**
 * What a one-line summary can't show before a server is added: each argument as the program gets
 * it, the folder, and the names of other settings. Values stay in the main process.
 */
export function TargetFacts({ target }: { readonly target: ServerTarget }) {
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
          <span className={lines.said}>Folder:</span> <Exact text={target.cwd} />
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
