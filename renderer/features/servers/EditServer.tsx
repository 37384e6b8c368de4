import { leftSignInWords } from '../../../shared/model/plain.ts';
import { useState } from 'react';
import { cx } from '../../components/cx.ts';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { emptyForm, formErrors, formOf, inputOf } from './server-form.ts';
import { ServerFields } from './ServerFields.tsx';
import { useInTheClear } from './use-in-the-clear.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

export function EditServer({ server: label }: { server: string }) {
  const api = useApi();
  const actions = useActions();
  const servers = useApp((app) => app.servers);
  const server = servers.get(label);
  const { dialog, send } = useInTheClear();
  const [form, setForm] = useState(() => (server ? formOf(label, server.target) : emptyForm));
  const [openedOn] = useState(server?.target);
  const [tried, setTried] = useState(false);
  if (!server)
    return (
      <EmptyState
        icon="server"
        title={`There’s no server “${label}”`}
        actions={<Button onClick={actions.selectHome}>Overview</Button>}
      />
    );
  const errors = formErrors(form, new Set([...servers.keys()].filter((each) => each !== label)));
  const save = async () => {
    setTried(true);
    if (Object.keys(errors).length > 0) return;
    const change = {
      label,
      newLabel: form.label.trim(),
      server: inputOf(form),
      ...(openedOn === undefined ? {} : { openedOn }),
    };
    const saved = await send(
      (inTheClear) => api.updateServer({ ...change, inTheClear }),
      'Couldn’t save the server',
    );
    if (!saved) return;
    actions.selectServer(saved.label);
    if (saved.signIn !== 'none')
      actions.toast('info', `“${saved.label}” has a new address. ${leftSignInWords[saved.signIn]}`);
  };
  return (
    <form
      className={layout.page}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <header>
        <h1 className={layout.title}>Edit “{label}”</h1>
        <p className={styles.subtitle}>
          A new command or address makes this a different server. Decisions about the old one don’t
          carry over.
        </p>
      </header>
      <div className={cx(styles.form, styles.narrow)} style={{ paddingTop: 0 }}>
        {dialog}
        <ServerFields form={form} errors={tried ? errors : {}} onChange={setForm} />
        <div className={layout.row}>
          <Button type="submit" variant="primary">
            Save
          </Button>
          <Button onClick={() => actions.selectServer(label)}>Cancel</Button>
        </div>
      </div>
    </form>
  );
}
