import { useRef } from 'react';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Progress } from '../../components/Progress/Progress.tsx';
import { Menu } from '../../components/Menu/Menu.tsx';
import layout from '../../components/Page/Page.module.css';
import type { useLogActions } from './use-log-actions.ts';
import type { useOpened } from './use-opened.ts';
import styles from './ProtocolPage.module.css';
import { revealInvisible } from '../../../shared/invisible.ts';
import { chips, type LogChip, type LogFilter } from './filter.ts';

interface Props {
  readonly log: ReturnType<typeof useLogActions>;
  readonly files: ReturnType<typeof useOpened>;
  /** Null if running; otherwise the number of rows since the pause. */
  readonly paused: number | null;
  readonly onPause: () => void;
  /** Ids of the rows shown; null if all are. */
  readonly shown: readonly number[] | null;
  /** The server to send to; null if there's none. */
  readonly server: string | null;
  readonly onCompose: (server: string) => void;
}

/** The page title and actions for the whole log. */
export function PageHead(props: Props) {
  const { log, files, paused, onPause, shown, server, onCompose } = props;
  const { opened } = files;
  return (
    <>
      <header className={cx(layout.header, styles.head)}>
        <div className={layout.heading}>
          <h1 className={layout.title} id="protocol-title">
            Protocol
          </h1>
          <p className={cx(layout.muted, styles.about)}>
            Everything Skillgate and the servers sent each other, with secrets masked.
          </p>
        </div>
        <div className={layout.row}>
          {opened === null && (
            <>
              <Button size="sm" icon={paused === null ? 'stop' : 'play'} onClick={onPause}>
                {paused === null
                  ? 'Pause'
                  : `Resume${paused > 0 ? ` (${paused.toLocaleString('en')} more)` : ''}`}
              </Button>
              <Button
                size="sm"
                icon="edit"
                reason={server === null ? 'No server is connected' : null}
                onClick={() => server !== null && onCompose(server)}
              >
                New request…
              </Button>
              <Button size="sm" icon="trash" onClick={() => void log.clear()}>
                Clear
              </Button>
            </>
          )}
          <FileMenu log={log} files={files} shown={shown} />
        </div>
      </header>
      <FileBanners files={files} />
    </>
  );
}

function FileMenu({ log, files, shown }: Pick<Props, 'log' | 'files' | 'shown'>) {
  const file = useRef<HTMLInputElement>(null);
  const rows = shown === null ? 'all rows' : 'the rows shown';
  return (
    <>
      <input
        ref={file}
        type="file"
        hidden
        accept=".ndjson,.jsonl,.har"
        aria-label="An exported log"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) void files.open(chosen);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
      <Menu
        label="File: save or open a log"
        text="File"
        size="sm"
        icon="file"
        items={[
          {
            id: 'ndjson',
            label: `Save ${rows} as NDJSON…`,
            icon: 'arrowDown',
            run: () => void log.save('ndjson', shown),
          },
          {
            id: 'har',
            label: `Save ${rows} over HTTP as HAR…`,
            icon: 'arrowDown',
            run: () => void log.save('har', shown),
          },
          {
            id: 'open',
            label: 'Open an exported log or a HAR…',
            icon: 'import',
            run: () => file.current?.click(),
          },
        ]}
      />
    </>
  );
}

/** What is open in place of the running log, or is being opened. */
function FileBanners({ files }: Pick<Props, 'files'>) {
  const { opened, opening, problem } = files;
  return (
    <>
      {problem !== null && (
        <Banner
          tone="bad"
          title="Couldn’t open the log"
          actions={<Button onClick={files.dismiss}>Dismiss</Button>}
        >
          {problem}
        </Banner>
      )}
      {opening !== null && (
        <Banner
          tone="info"
          live="polite"
          title={`Opening ${revealInvisible(opening.name)}`}
          actions={<Button onClick={files.cancel}>Cancel</Button>}
        >
          <Progress
            label="KiB read"
            done={Math.ceil(opening.done / 1_024)}
            total={opening.done < opening.total ? Math.ceil(opening.total / 1_024) : null}
          />
        </Banner>
      )}
      {opened !== null && (
        <Banner
          tone="info"
          title={`Opened log: ${revealInvisible(opened.name)}`}
          actions={<Button onClick={files.close}>Close log</Button>}
        >
          {opened.at > 0 && `${new Date(opened.at).toLocaleString('en')}, `}by{' '}
          {revealInvisible(`${opened.by || 'an unnamed program'} ${opened.version}`.trim())}. This
          is someone’s file: read-only and unchecked.
          {opened.leftOut !== null && ` ${opened.leftOut}`}
        </Banner>
      )}
    </>
  );
}

const words: Readonly<Record<LogChip, string>> = {
  all: 'All',
  errors: 'Errors',
  'failed-checks': 'Failed checks',
  notifications: 'Notifications',
  stderr: 'stderr',
  negotiation: 'Negotiation',
};

interface ChipsProps {
  readonly filter: Pick<LogFilter, 'chip' | 'server' | 'skill'>;
  /** The page that the person came from. */
  readonly about: { readonly server: string; readonly uri: string | null } | null;
  readonly onChange: (part: Partial<Pick<LogFilter, 'chip' | 'server' | 'skill'>>) => void;
}

/** Filters rows by kind and by the server or skill that the person came from. */
export function Chips({ filter, about, onChange }: ChipsProps) {
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
