import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { keyText } from './keys.ts';
import styles from './ShortcutSheet.module.css';

const inLists: readonly { readonly keys: string; readonly title: string }[] = [
  { keys: '↑ ↓ Home End', title: 'Move in the tree' },
  { keys: '← →', title: 'Close or open a row' },
  { keys: 'Enter', title: 'Show the row' },
  { keys: 'Space', title: 'Select several' },
  { keys: 'Esc', title: 'Close what is open' },
];

/**
 * Every command that has a key now, as registered: the list cannot differ from what the keys do.
 */
export function ShortcutSheet() {
  const { closeOverlay } = useActions();
  const commands = useApp((app) => app.commands);
  const letters = useApp((app) => app.settings.letterKeys);
  const mac = useApp((app) => app.info?.platform === 'mac');
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
                    keys={keyText(command.key ?? '', mac)}
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

function Line({ title, keys }: { title: string; keys: string }) {
  return (
    <div className={styles.line}>
      <dt>{title}</dt>
      <dd>
        <kbd className={styles.key}>{keys}</kbd>
      </dd>
    </div>
  );
}
