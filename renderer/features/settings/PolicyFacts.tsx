import { useApp } from '../../store/context.ts';
import styles from './SettingsDialog.module.css';

/** The managed policy that limits approvals on this machine; nothing if there's none. */
export function PolicyFacts() {
  const policy = useApp((app) => app.policy);
  if (policy.status === 'none') return null;
  return (
    <section className={styles.about}>
      <h3>Managed policy</h3>
      {policy.status === 'unreadable' ? (
        <p>
          {policy.path} can’t be read: {policy.message} Every skill is blocked until Skillgate can
          read it.
        </p>
      ) : (
        <>
          <p className={styles.muted}>
            Set for this machine in {policy.path}. It limits what you can approve. You can’t change
            it here.
          </p>
          <ul className={styles.rules}>
            {policy.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
