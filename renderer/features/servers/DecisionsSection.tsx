import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { useActions, useApp, useAppState } from '../../store/context.ts';
import { skillKey } from '../../store/state.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/**
 * Decisions on this machine, where they're stored, which policy limits them, and import and export.
 */
export function DecisionsSection() {
  const actions = useActions();
  const getState = useAppState();
  const store = useApp((app) => app.store);
  const policy = useApp((app) => app.policy);
  const exportAll = () =>
    actions.openOverlay({
      kind: 'export-bundle',
      keys: [...getState().skills.values()].flatMap((rows) =>
        [...rows.values()].map((row) => skillKey(row.server, row.uri)),
      ),
    });
  return (
    <section className={layout.section}>
      <h2 className={styles.sectionTitle}>
        Decisions{' '}
        {store?.status === 'ready' && (
          <span className={styles.aside}>
            {store.records.toLocaleString('en')} kept in {store.path}
          </span>
        )}
      </h2>
      <div className={layout.row}>
        <Button size="sm" icon="history" onClick={() => actions.openAudit()}>
          Audit
        </Button>
        <Button
          size="sm"
          icon="external"
          reason={store?.status === 'ready' && store.records === 0 ? 'No decisions yet' : null}
          onClick={exportAll}
        >
          Export as a signed bundle…
        </Button>
        <Button
          size="sm"
          icon="import"
          onClick={() => actions.openOverlay({ kind: 'import-bundle' })}
        >
          Import from a bundle…
        </Button>
      </div>
      {policy.status === 'active' && (
        <Banner tone="neutral" title="A managed policy limits what you can approve">
          <p className={layout.muted}>{policy.path}</p>
          <ul className={styles.rules}>
            {policy.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Banner>
      )}
    </section>
  );
}
