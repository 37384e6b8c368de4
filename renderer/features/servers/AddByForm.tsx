import { useState } from 'react';
import { cx } from '../../components/cx.ts';
import { Button } from '../../components/Button/Button.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { emptyForm, formErrors, inputOf } from './server-form.ts';
import { ServerFields } from './ServerFields.tsx';
import { useInTheClear } from './use-in-the-clear.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

export function AddByForm() {
  const api = useApi();
  const actions = useActions();
  const servers = useApp((app) => app.servers);
  const { dialog, send } = useInTheClear();
  const [form, setForm] = useState(emptyForm);
  const [tried, setTried] = useState(false);
  const errors = formErrors(form, new Set(servers.keys()));
  const add = async () => {
    setTried(true);
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
