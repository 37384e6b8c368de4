import type { RequestError } from '../../../shared/contract.ts';
import { fault } from '../errors.ts';
import type { Parts } from '../parts.ts';

/** Why the list of servers is as it was. */
export function storeFault(
  parts: Pick<Parts, 'servers'>,
  reason: 'not-found' | 'label-taken' | 'unwritable' | 'secrets' | 'unclear',
  label: string,
): RequestError {
  switch (reason) {
    case 'not-found':
      return fault('not-found', `There is no server labelled ${label}.`);
    case 'label-taken':
      return fault('conflict', `Another server is already labelled ${label}.`);
    case 'unwritable':
      return fault('store', `${parts.servers.path} cannot be written; nothing was changed.`);
    case 'unclear':
      return fault(
        'store',
        `${parts.servers.path} cannot be changed so without losing something of it, and nothing was changed: ${label} may stand in it twice, or not as an object. Edit it by hand.`,
      );
    case 'secrets':
      return fault(
        'store',
        `The secrets of ${label} cannot be kept now, and nothing was changed: skillgate doctor says why.`,
      );
  }
}
