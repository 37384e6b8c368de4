import { Tabs } from '../../components/Tabs/Tabs.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { AddByPaste } from './AddByPaste.tsx';
import { AddFolder } from './AddFolder.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import { useState, useEffect } from 'react';
import { cx } from '../../components/cx.ts';
import { Button } from '../../components/Button/Button.tsx';
import { emptyForm, formErrors, inputOf } from './server-form.ts';
import { ServerFields, useAttempts, useInTheClear } from './ServerFields.tsx';
import type { AddTab } from '../../../shared/place.ts';
import type { ImportPreview } from '../../../shared/model/import.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { ImportList } from './ImportList.tsx';

export function AddServer({ tab }: { tab: AddTab }) {
  const { addServer } = useActions();
  return (
    <div className={layout.page}>
      <header>
        <h1 className={layout.title}>Add servers or folders</h1>
        <p className={styles.subtitle}>
          Adding a server doesn’t start it. You see each command and allow it before it first runs.
          Skillgate contacts addresses that you type right away; pasted or imported ones wait for
          you. A folder is only read.
        </p>
      </header>
      <div className={styles.tabs}>
        <Tabs
          label="Ways to add servers"
          selected={tab}
          onSelect={(id) =>
            addServer(id === 'form' || id === 'import' || id === 'folder' ? id : 'paste')
          }
          items={[
            { id: 'paste', label: 'Paste', content: <AddByPaste /> },
            { id: 'form', label: 'Form', content: <AddByForm /> },
            { id: 'import', label: 'Import', content: <AddByImport /> },
            { id: 'folder', label: 'Folder', content: <AddFolder /> },
          ]}
        />
      </div>
    </div>
  );
}

export function AddByForm() {
  const api = useApi();
  const actions = useActions();
  const servers = useApp((app) => app.servers);
  const { dialog, send } = useInTheClear();
  const [form, setForm] = useState(emptyForm);
  const { tried, attempt, form: element } = useAttempts();
  const errors = formErrors(form, new Set(servers.keys()));
  const add = async () => {
    attempt();
    if (Object.keys(errors).length > 0) return;
    const entry = { label: form.label.trim(), server: inputOf(form) };
    const added = await send(
      (inTheClear) => api.addServer({ ...entry, inTheClear }),
      'Couldn’t add the server',
    );
    if (added) actions.selectServer(added.label);
  };
  return (
    <form
      ref={element}
      className={cx(styles.form, styles.narrow)}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {dialog}
      <ServerFields form={form} errors={tried ? errors : {}} onChange={setForm} />
      <div className={layout.row}>
        <Button type="submit" variant="primary">
          Add server
        </Button>
      </div>
    </form>
  );
}

function AddByImport() {
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
      <ImportList previews={found} />
    </div>
  );
}
