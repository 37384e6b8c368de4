import { paramsProblems, paramsSchema } from '../../../shared/model/reading-params.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import styles from './ParamsHelp.module.css';

/** Beside the field: the method's parameters and which are already filled in. */
export function ParamsHelp({ method, params }: { method: string; params: string }) {
  const schema = paramsSchema(method);
  const problems = paramsProblems(method, params);
  const members = Object.entries(schema?.properties ?? {}).filter(([name]) => name !== '_meta');
  return (
    <span className={styles.help}>
      {members.length === 0 && <span>{method} takes no parameters of its own.</span>}
      {members.map(([name, { type, description }]) => (
        <span key={name}>
          <code>{name}</code> {type}
          {schema?.required?.includes(name) === true ? ', required' : ''}
          {description === undefined ? '' : `: ${description}`}
        </span>
      ))}
      <span aria-live="polite" className={styles.help}>
        {problems.map(({ path, said }) => (
          <span key={`${path}\n${said}`} className={styles.problem}>
            <Icon name="warning" size={14} className={styles.sign} />
            <span>
              <code>{revealInvisible(path)}</code> {said}
            </span>
          </span>
        ))}
        {problems.length > 0 && <span>You can send it anyway to see how the server responds.</span>}
      </span>
      <span>Sends read-only requests. Responses don’t affect listings, checks or decisions.</span>
    </span>
  );
}
