import type { RequestError } from '../../../shared/contract.ts';
import { visible } from '../../core/text.ts';
import { fault } from '../errors.ts';
import type { EngineParts } from '../parts.ts';
import type { SecretPlace, WrittenServer } from '../ports/servers.ts';

/**
 * What to ask before these are written: null where none of their secrets would be stored unencrypted,
 * or where the person agreed to that.
 */
export async function clearFault(
  { servers }: Pick<EngineParts, 'servers'>,
  written: readonly WrittenServer[],
  inTheClear: boolean,
): Promise<RequestError | null> {
  const places = inTheClear ? [] : await servers.wouldBeClear(written);
  if (places.length === 0) return null;
  const isArgument = ({ field }: SecretPlace): boolean => field === 'args' || field === 'url';
  const named = places.map(({ label, field }) => `${field} of ${visible(label, 80)}`).join(', ');
  const why = places.every(isArgument)
    ? 'Secrets in an argument or an address can’t be encrypted. Use a variable or a header.'
    : 'No keychain is available to encrypt them.';
  return fault(
    'clear',
    `In the clear in ${servers.path}, for whoever can read your files: ${named}. ${why}`,
  );
}

/** Why the list of servers is as it was. */
export function storeFault(
  parts: Pick<EngineParts, 'servers'>,
  reason: 'not-found' | 'label-taken' | 'unwritable' | 'secrets' | 'clear' | 'unclear',
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
    case 'clear':
      return fault(
        'clear',
        `Secrets of ${label} would stand in the clear in ${parts.servers.path} now, and nothing was changed: skillgate doctor says why.`,
      );
    case 'secrets':
      return fault(
        'store',
        `The secrets of ${label} cannot be kept now, and nothing was changed: skillgate doctor says why.`,
      );
  }
}
