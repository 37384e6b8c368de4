import type { HostEntryView, HostView } from '../../../shared/model/hosts.ts';
import type { ServerTarget } from '../../../shared/model/server.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { addressText } from '../../../shared/address-text.ts';
import { writtenOut } from '../../../shared/written-out.ts';

/** How an app reaches a server, beside its switch. */
export function stateText({ state }: Pick<HostEntryView, 'state'>): string {
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
export const switchLabel = (host: HostView, { label, project }: HostEntryView): string =>
  `${host.name} reaches ${quoted(label)}${project === '' ? '' : ` in ${project}`} through Skillgate`;

export const targetText = (target: ServerTarget): string =>
  target.type === 'stdio'
    ? writtenOut([target.command, ...target.args].join(' '))
    : addressText(target.url);

/** Why the switch is disabled. `locked`: apps can't be protected now. */
export function heldBy(entry: HostEntryView, locked: boolean): string | null {
  if (entry.state !== 'direct')
    return entry.undoable ? null : 'Skillgate doesn’t know the original entry';
  if (entry.problem !== null) return entry.problem;
  return locked ? 'Can’t protect apps now. See the top of the page.' : null;
}

/** Whether the switch is enabled; an app can be restored only if its original entry is known. */
export const canTurn = ({ state, problem, undoable }: HostEntryView): boolean =>
  state === 'direct' ? problem === null : undoable;
