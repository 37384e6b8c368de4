import { CodeText } from '../../../components/CodeText/CodeText.tsx';
import styles from '../page.module.css';

interface ScopesProps {
  readonly scopes: readonly string[];
  /** The scopes marked as new, as text. */
  readonly fresh?: readonly string[];
  /** Text for how many more there are. */
  readonly unshown?: number;
}

/** Scopes as the server writes them, every one of them. */
export function Scopes({ scopes, fresh = [], unshown = 0 }: ScopesProps) {
  if (scopes.length + unshown === 0) return <>the authorization server’s default</>;
  return (
    <span className={styles.scopes}>
      {scopes.map((scope) => (
        <span key={scope}>
          <CodeText text={scope} />
          {fresh.includes(scope) && ' (new)'}
        </span>
      ))}
      {unshown > 0 && (
        <span>{`${scopes.length === 0 ? '' : 'and '}${unshown} more that can’t be shown`}</span>
      )}
    </span>
  );
}

const fewScopes = 8;
/** The same before anything is decided: many scopes are counted and can be expanded. */
export function FoldedScopes(props: ScopesProps) {
  const { scopes, fresh = [], unshown = 0 } = props;
  if (scopes.length <= fewScopes) return <Scopes {...props} />;
  return (
    <details>
      <summary>
        {`${scopes.length + unshown} scopes${fresh.length === 0 ? '' : `, ${fresh.length} new`}`}
      </summary>
      <Scopes {...props} />
    </details>
  );
}
