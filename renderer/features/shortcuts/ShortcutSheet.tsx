import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { KeyCap } from '../../components/KeyCap/KeyCap.tsx';
import { useActions, useApp } from '../../store/context.ts';
import styles from './ShortcutSheet.module.css';

const inLists: readonly { readonly keys: readonly string[]; readonly title: string }[] = [
  { keys: ['arrowup', 'arrowdown', 'home', 'end'], title: 'Move in the tree' },
  { keys: ['arrowleft', 'arrowright'], title: 'Expand or collapse a row' },
  { keys: ['enter'], title: 'Open the row' },
  { keys: ['space'], title: 'Select several' },
  { keys: ['escape'], title: 'Close what’s open' },
];

/** Every command with a shortcut now, as registered, so the list always matches the keys. */
export function ShortcutSheet() {
  const { closeOverlay } = useActions();
  const commands = useApp((app) => app.commands);
  const letters = useApp((app) => app.settings.letterKeys);
  const keyed = commands.filter((command) => command.key !== undefined);
  const groups = [...new Set(keyed.map((command) => command.group))];
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={closeOverlay} size="lg">
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3 className={styles.title}>{group}</h3>
            <dl>
              {keyed
                .filter((command) => command.group === group)
                .map((command) => (
                  <Line
                    key={command.id}
                    title={
                      command.letter && !letters
                        ? `${command.title} (letters are off)`
                        : command.title
                    }
                    keys={[command.key ?? '']}
                  />
                ))}
            </dl>
          </section>
        ))}
        <section>
          <h3 className={styles.title}>Lists</h3>
          <dl>
            {inLists.map((line) => (
              <Line key={line.title} {...line} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}

function Line({ title, keys }: { title: string; keys: readonly string[] }) {
  return (
    <div className={styles.line}>
      <dt>{title}</dt>
      <dd className={styles.keys}>
        {keys.map((key) => (
          <KeyCap key={key} of={key} />
        ))}
      </dd>
    </div>
  );
}
