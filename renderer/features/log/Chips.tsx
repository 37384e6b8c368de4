import { chips, type LogChip, type LogFilter } from './filter.ts';
import styles from './ProtocolPage.module.css';

const words: Readonly<Record<LogChip, string>> = {
  all: 'All',
  errors: 'Errors',
  'failed-checks': 'Failed checks',
  notifications: 'Notifications',
  stderr: 'stderr',
  negotiation: 'Negotiation',
};

interface Props {
  readonly filter: Pick<LogFilter, 'chip' | 'server' | 'skill'>;
  /** The page that the person came from. */
  readonly about: { readonly server: string; readonly uri: string | null } | null;
  readonly onChange: (part: Partial<Pick<LogFilter, 'chip' | 'server' | 'skill'>>) => void;
}

/** Filters rows by kind and by the server or skill that the person came from. */
export function Chips({ filter, about, onChange }: Props) {
  const chip = (label: string, pressed: boolean, run: () => void) => (
    <button key={label} type="button" className={styles.chip} aria-pressed={pressed} onClick={run}>
      {label}
    </button>
  );
  const uri = about?.uri ?? null;
  return (
    <div className={styles.chips} role="group" aria-label="Which rows">
      {chips.map((id) => chip(words[id], filter.chip === id, () => onChange({ chip: id })))}
      {about !== null &&
        chip('This server', filter.server === about.server && filter.skill === null, () =>
          onChange(
            filter.server === about.server && filter.skill === null
              ? { server: null }
              : { server: about.server, skill: null },
          ),
        )}
      {about !== null &&
        uri !== null &&
        chip('This skill', filter.skill === uri, () =>
          onChange(
            filter.skill === uri
              ? { server: null, skill: null }
              : { server: about.server, skill: uri },
          ),
        )}
    </div>
  );
}
