import type { HostEntryView, HostView } from '../../../shared/model/hosts.ts';
import type { ServerTarget } from '../../../shared/model/server.ts';
import { quoted } from '../../../shared/quoted.ts';
import { writtenOut } from '../../../shared/written-out.ts';

/** How a host reaches a server, beside its switch. */
export function stateText({ state }: Pick<HostEntryView, 'state'>): string {
  switch (state) {
    case 'direct':
      return 'direct';
    case 'through':
      return 'through Skillgate';
    case 'other':
      return 'through what looks like another Skillgate';
  }
}

/** What the switch is about, for who hears it. */
export const switchLabel = (host: HostView, { label, project }: HostEntryView): string =>
  `${host.name} reaches ${quoted(label)}${project === '' ? '' : ` in ${project}`} through Skillgate`;

export const targetText = (target: ServerTarget): string =>
  writtenOut(target.type === 'stdio' ? [target.command, ...target.args].join(' ') : target.url);

/** Whether the switch can be turned; what is through can only go back to what is known. */
export const canTurn = ({ state, problem, undoable }: HostEntryView): boolean =>
  state === 'direct' ? problem === null : undoable;
