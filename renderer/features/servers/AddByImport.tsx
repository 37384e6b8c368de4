import { useEffect, useState } from 'react';
import type { ImportPreview } from '../../../shared/model/import.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApi } from '../../store/context.ts';
import { Button } from '../../components/Button/Button.tsx';
import { ImportList } from './ImportList.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

export function AddByImport() {
  const api = useApi();
  const { addServer } = useActions();
  const [found, setFound] = useState<readonly ImportPreview[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    void api.findImports({}).then((reply) => {
      if (!current) return;
      if (reply.ok) setFound(reply.value);
      else setError(reply.error.message);
    });
    return () => {
      current = false;
    };
  }, [api]);
  if (error !== null)
    return (
      <div className={styles.form}>
        <Banner tone="bad" title="Couldn’t read other programs’ configurations">
          {error}
        </Banner>
      </div>
    );
  if (!found)
    return (
      <div className={styles.form}>
        <div className={layout.row}>
          <Spinner label="Searching" />
          <span className={layout.muted}>Looking for other programs’ configurations…</span>
        </div>
      </div>
    );
  if (found.length === 0) {
    return (
      <EmptyState
        icon="import"
        title="No configurations from other programs found"
        actions={<Button onClick={() => addServer('paste')}>Paste instead</Button>}
      >
        Skillgate looks where Claude Desktop, Claude Code, VS Code, Cursor and similar programs keep
        theirs.
      </EmptyState>
    );
  }
  return (
    <div className={styles.form}>
      {found.map((preview) => (
        <ImportList key={preview.importId} preview={preview} />
      ))}
    </div>
  );
}
