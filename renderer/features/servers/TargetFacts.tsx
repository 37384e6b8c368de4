import type { ServerTarget } from '../../../shared/model/server.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import lines from './StartFacts.module.css';

/**
 * What one line about a server cannot show, before it is added: each argument alone, as the program
 * will get it; the folder; the names of what else it is given. Their values stay on the main side.
 */
export function TargetFacts({ target }: { readonly target: ServerTarget }) {
  const given = target.type === 'stdio' ? target.envNames : target.headerNames;
  return (
    <>
      {target.type === 'stdio' && target.args.length > 0 && (
        <ol className={lines.lines} aria-label="Arguments">
          {target.args.map((arg, at) => (
            // An argument has no name of its own, and none is ever moved.
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
