import { useState, type ComponentType } from 'react';
import type { HostEntryView, HostView } from '../../../shared/model/hosts.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Icon } from '../../components/Icon/Icon.tsx';
import { Switch } from '../../components/Switch/Switch.tsx';
import { ProtectPanel, SkillsGiven } from './ProtectPanel.tsx';
import type { HostSwitch } from './use-host-change.ts';
import styles from './hosts.module.css';
import layout from '../../components/Page/Page.module.css';
import type { StartView } from '../../../shared/model/start.ts';
import type { ServerTarget } from '../../../shared/model/server.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { addressText, writtenOut } from '../../../shared/written-out.ts';

/** One app: its file and a switch for each server in it. */
export function HostSection({
  host,
  locked,
  isOffered,
  StartFacts,
  onTurn,
  onDone,
}: {
  readonly host: HostView;
  /** Its protection is offered on the page itself. */
  readonly isOffered: boolean;
  readonly StartFacts: ComponentType<{ readonly start: StartView }>;
  readonly onDone: () => void;
  /** Apps can't be protected now, but can be restored. */
  readonly locked: boolean;
  readonly onTurn: (turn: HostSwitch) => void;
}) {
  const direct = directEntries(host);
  const [isBusy, setBusy] = useState(false);
  const keys = direct.map(({ key }) => key);
  return (
    <section className={layout.section} aria-label={host.name}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>
          {host.name} <span className={styles.path}>{host.path}</span>
        </h2>
        {direct.length > 1 && !locked && !isOffered && !isBusy && (
          <Button size="sm" onClick={() => onTurn({ host, keys, to: 'through', what: 'all' })}>
            All {direct.length} through Skillgate…
          </Button>
        )}
      </div>
      {host.status === 'unreadable' && (
        <Banner tone="bad" title="Can’t read its file, so nothing in it changes">
          {host.message}
        </Banner>
      )}
      {host.status === 'ready' && host.entries.length === 0 && (
        <p className={layout.muted}>No servers.</p>
      )}
      {host.entries.length > 0 && (
        <ul className={styles.list}>
          {host.entries.map((entry) => (
            <Entry
              key={entry.key}
              host={host}
              entry={entry}
              locked={locked}
              hasPanel={isOffered && keys.length === 1 && keys[0] === entry.key}
              onTurn={onTurn}
            />
          ))}
        </ul>
      )}
      {(isBusy || (isOffered && keys.length > 0)) && (
        <ProtectPanel
          host={host}
          keys={keys}
          StartFacts={StartFacts}
          onBusy={setBusy}
          onDone={onDone}
        />
      )}
    </section>
  );
}

function Entry({
  host,
  entry,
  locked,
  hasPanel,
  onTurn,
}: {
  readonly host: HostView;
  readonly entry: HostEntryView;
  readonly locked: boolean;
  /** The panel below protects it, and nothing else: a switch would be the same again. */
  readonly hasPanel: boolean;
  readonly onTurn: (turn: HostSwitch) => void;
}) {
  const { label, project, state, target, server, problem, undoable } = entry;
  const isDirect = state === 'direct';
  const isWrong = problem !== null && (!isDirect || undoable);
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <strong className={styles.label}>{label}</strong>
        {project !== '' && <span className={layout.muted}> in {project}</span>}
        {target !== null && <code className={styles.target}>{targetText(target)}</code>}
        {server !== null && server !== label && (
          <p className={layout.muted}>Skillgate’s server {server}</p>
        )}
        {problem !== null && (
          <p className={isWrong ? styles.wrong : layout.muted}>
            {isWrong && <Icon name="warning" size={14} />} {problem}
          </p>
        )}
        {state === 'through' && server !== null && problem === null && (
          <SkillsGiven server={server} app={host.name} />
        )}
        {undoable && !locked && <Changes host={host} entry={entry} onTurn={onTurn} />}
        {!isDirect && !undoable && (
          <p className={layout.muted}>
            Skillgate doesn’t know the original entry. Change it in the file.
          </p>
        )}
      </div>
      {hasPanel ? (
        <span className={layout.muted}>{stateText(entry)}</span>
      ) : (
        <Switch
          label={switchLabel(host, entry)}
          on={!isDirect}
          reason={heldBy(entry, locked)}
          onChange={(on) =>
            onTurn({ host, keys: [entry.key], to: on ? 'through' : 'direct', what: label })
          }
        >
          {stateText(entry)}
        </Switch>
      )}
    </li>
  );
}

/** What can be changed besides the switch. */
function Changes({
  host,
  entry: { key, label, state, problem, repairable, shownAs },
  onTurn,
}: {
  readonly host: HostView;
  readonly entry: HostEntryView;
  readonly onTurn: (turn: HostSwitch) => void;
}) {
  const turn = { host, keys: [key], what: label };
  return (
    <>
      {repairable && (
        <p className={styles.repair}>
          <Button size="sm" onClick={() => onTurn({ ...turn, to: 'repair' })}>
            Repair…
          </Button>
        </p>
      )}
      {state === 'through' && problem === null && (
        <p className={styles.repair}>
          <Button
            size="sm"
            onClick={() =>
              onTurn({
                ...turn,
                to: 'through',
                shownAs: shownAs === 'several' || shownAs === null ? 'usual' : shownAs,
              })
            }
          >
            Change how it finds skills…
          </Button>
        </p>
      )}
    </>
  );
}

/** Entries that protection can be turned on for. */
export const directEntries = ({ entries }: HostView): readonly HostEntryView[] =>
  entries.filter((entry) => entry.state === 'direct' && canTurn(entry));

/** How an app reaches a server, beside its switch. */
function stateText({ state }: Pick<HostEntryView, 'state'>): string {
  switch (state) {
    case 'direct':
      return 'direct';
    case 'through':
      return 'through Skillgate';
    case 'other':
      return 'probably through another Skillgate';
  }
}

/** The switch's accessible name. */
const switchLabel = (host: HostView, { label, project }: HostEntryView): string =>
  `${host.name} reaches ` +
  `${quoted(label)}${project === '' ? '' : ` in ${project}`} through Skillgate`;

const targetText = (target: ServerTarget): string =>
  target.type === 'stdio'
    ? writtenOut([target.command, ...target.args].join(' '))
    : addressText(target.url);

/** Why the switch is disabled. `locked`: apps can't be protected now. */
function heldBy(entry: HostEntryView, locked: boolean): string | null {
  if (entry.state !== 'direct')
    return entry.undoable ? null : 'Skillgate doesn’t know the original entry';
  if (entry.problem !== null) return entry.problem;
  return locked ? 'Can’t protect apps now. See the top of the page.' : null;
}

/** Whether the switch is enabled; an app can be restored only if its original entry is known. */
const canTurn = ({ state, problem, undoable }: HostEntryView): boolean =>
  state === 'direct' ? problem === null : undoable;
