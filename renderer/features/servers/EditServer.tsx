import { useState } from 'react';
import { leftSignInWords } from '../../../shared/model/plain.ts';
import { cx } from '../../components/cx.ts';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { emptyForm, formErrors, formOf, inputOf } from './server-form.ts';
import { ServerFields, useAttempts, useInTheClear } from './ServerFields.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import type { HostView } from '../../../shared/model/hosts.ts';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { countRows } from '../../store/groups.ts';

export function EditServer({ server: label }: { server: string }) {
  const api = useApi();
  const actions = useActions();
  const servers = useApp((app) => app.servers);
  const server = servers.get(label);
  const { dialog, send } = useInTheClear();
  const [form, setForm] = useState(() => (server ? formOf(label, server.target) : emptyForm));
  const [openedOn] = useState(server?.target);
  const { tried, attempt, form: element } = useAttempts();
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
    attempt();
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
      ref={element}
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

/** The apps that reach this server through Skillgate, as one text. */
const appsThrough = (hosts: readonly HostView[], label: string): string =>
  hosts
    .filter(({ entries }) =>
      entries.some(({ state, server }) => state === 'through' && server === label),
    )
    .map(({ name }) => name)
    .join(', ');

export function RemoveServer({ server }: { server: string }) {
  const api = useApi();
  const { closeOverlay, selectHome, attempt, toast } = useActions();
  const counts = useApp((app) => countRows(app.skills.get(server)));
  const isFolder = useApp((app) => app.servers.get(server)?.folder !== undefined);
  const isSignedIn = useApp((app) => {
    const shown = app.servers.get(server);
    return shown?.source === 'stored' && shown.signIn.account !== null;
  });
  const using = useApp(({ hosts }) => appsThrough(hosts.found?.hosts ?? [], server));
  const [forgetDecisions, setForgetDecisions] = useState(false);
  const [forgetCache, setForgetCache] = useState(false);
  const remove = async () => {
    closeOverlay();
    const gone = await attempt(
      api.removeServer({ server, forgetDecisions, forgetCache }),
      `“${server}” wasn’t removed`,
    );
    if (!gone) return;
    selectHome();
    toast('info', `“${server}” was removed. ${leftSignInWords[gone.signIn]}`.trim());
  };
  return (
    <Dialog
      title={`Remove “${server}”?`}
      role="alertdialog"
      size="sm"
      isOpen
      onClose={closeOverlay}
      footer={
        <>
          <Button ref={focusOnMount} onClick={closeOverlay}>
            Cancel
          </Button>
          <Button variant="danger" icon="trash" onClick={() => void remove()}>
            Remove
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <p>
          {isFolder
            ? 'Skillgate no longer looks at this folder. Its files stay as they are.'
            : 'Skillgate stops the server and removes it from your list.'}
        </p>
        {using !== '' && (
          <p>
            <strong>{using}</strong> gets it through Skillgate and would lose it. To give it back
            directly, first turn it off under <em>Protected apps</em>.
          </p>
        )}
        {isSignedIn && (
          <p>
            You’re signed in to it. Skillgate forgets that sign-in unless another server has the
            same address. To end it at the authorization server, too, sign out first.
          </p>
        )}
        <Checkbox
          label="Forget the decisions about its skills"
          checked={forgetDecisions}
          onChange={setForgetDecisions}
          hint={
            `${counts.approved} approved, ${counts.denied} denied. Decisions and failed checks ` +
            `that you keep apply again if you add the same ${isFolder ? 'folder' : 'server'} ` +
            'later.' +
            (isFolder && counts.denied > 0
              ? ' If you forget them, apps whose settings had a denied skill off load it again.'
              : '')
          }
        />
        <Checkbox
          label="Delete approved text kept for later comparisons"
          checked={forgetCache}
          onChange={setForgetCache}
        />
      </div>
    </Dialog>
  );
}
