import { useEffect, useRef, useState } from 'react';
import type { FoundFolder } from '../../../shared/model/server.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Icon } from '../../components/Icon/Icon.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { skillsInWords } from './server-text.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** Looks at a local folder like a server: one that was found, or one whose path is typed. */
export function AddFolder() {
  const api = useApi();
  const { selectServer } = useActions();
  // A browser tells no page where a folder is.
  const canChoose = useApp((app) => app.info?.shell === 'electron');
  const [path, setPath] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Someone walking the tabs stays there.
    if (document.activeElement?.closest('[role=tablist]') == null) field.current?.focus();
  }, []);
  const add = async (chosen: string) => {
    if (busy !== null) return;
    setBusy(chosen);
    setError(null);
    const reply = await api.addFolder({ path: chosen });
    setBusy(null);
    if (reply.ok) selectServer(reply.value.label);
    else setError(reply.error.message);
  };
  const choose = async () => {
    const chosen = await api.chooseFolder({});
    if (!chosen.ok) return setError(chosen.error.message);
    // It stands in the field before anything is added.
    if (chosen.value.path !== null) setPath(chosen.value.path);
  };
  return (
    <div className={styles.form}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim() === '') setError('Enter the path of a folder.');
          else void add(path.trim());
        }}
      >
        <TextField
          ref={field}
          label="Path of a folder"
          mono
          value={path}
          onChange={setPath}
          error={error}
          placeholder="~/.claude/skills"
          hint={
            'One skill, or a folder with skills in it, such as a plugin or a repository. ' +
            'Skillgate reads only below it, doesn’t follow links out of it, and tells ' +
            'you when a skill changes. Nothing starts, and nothing leaves this computer.'
          }
        />
        <div className={layout.row}>
          <Button type="submit" variant="primary" reason={busy === null ? null : 'Adding a folder'}>
            Add folder
          </Button>
          {canChoose && <Button onClick={() => void choose()}>Choose…</Button>}
        </div>
      </form>
      <Found busy={busy} onAdd={(chosen) => void add(chosen)} />
    </div>
  );
}

/** Folders with skills where apps look for them. Shows nothing if there are none. */
function Found({ busy, onAdd }: { busy: string | null; onAdd: (path: string) => void }) {
  const api = useApi();
  const { selectServer } = useActions();
  const servers = useApp((app) => app.servers);
  const [found, setFound] = useState<readonly FoundFolder[]>([]);
  useEffect(() => {
    let current = true;
    void api.findFolders({}).then((reply) => {
      if (current && reply.ok) setFound(reply.value);
    });
    return () => {
      current = false;
    };
  }, [api]);
  if (found.length === 0) return null;
  return (
    <section className={layout.section} aria-labelledby="found-title">
      <h2 className={styles.sectionTitle} id="found-title">
        Found on this computer <span className={styles.aside}>where apps look for skills</span>
      </h2>
      <ul className={styles.list}>
        {found.map(({ path, skills }) => {
          const added = [...servers.values()].find(({ folder }) => folder === path);
          return (
            <li key={path} className={styles.item}>
              <div className={styles.itemHead}>
                <Icon name="folder" className={layout.muted} />
                <span className={styles.grow}>
                  <code>{writtenOut(path)}</code>{' '}
                  <span className={layout.muted}>{skillsInWords(skills)}</span>
                </span>
                {added === undefined ? (
                  <Button
                    size="sm"
                    aria-label={`Add ${writtenOut(path)}`}
                    reason={busy === null ? null : 'Adding a folder'}
                    onClick={() => onAdd(path)}
                  >
                    Add
                  </Button>
                ) : (
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={`Open ${added.label}, already added`}
                    onClick={() => selectServer(added.label)}
                  >
                    Added
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
