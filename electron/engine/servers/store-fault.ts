import type { RequestError } from '../../../shared/contract.ts';
import { visible } from '../../core/text.ts';
import { fault } from '../options.ts';
import type { ServerContext } from '../contexts.ts';
import type { SecretPlace, WrittenServer } from '../ports/servers.ts';

/**
 * What to ask before these are written: null where none of their secrets would be stored
 * unencrypted, or where the person agreed to that.
 */
export async function clearFault(
  { servers }: ServerContext,
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
    `These would be stored unencrypted in ${servers.path}, ` +
      `where anybody who can read your files can read them: ${named}. ${why}`,
  );
}

/** Why the list of servers is as it was. */
export function storeFault(
  parts: ServerContext,
  reason: 'not-found' | 'label-taken' | 'unwritable' | 'secrets' | 'clear' | 'unclear',
  label: string,
): RequestError {
  switch (reason) {
    case 'not-found':
      return fault('not-found', `There’s no server labeled ${label}.`);
    case 'label-taken':
      return fault('conflict', `Another server is already labeled ${label}.`);
    case 'unwritable':
      return fault('store', `Couldn’t write ${parts.servers.path}. Nothing was changed.`);
    case 'unclear':
      return fault(
        'store',
        `Changing ${parts.servers.path} would lose part of it, so nothing was changed: ` +
          `${label} may be in it twice, or not as an object. Edit it by hand.`,
      );
    case 'clear':
      return fault(
        'clear',
        `Secrets of ${label} would be stored unencrypted in ${parts.servers.path}, ` +
          'so nothing was changed. Run skillgate doctor to see why.',
      );
    case 'secrets':
      return fault(
        'store',
        `The secrets of ${label} can’t be stored now, so nothing was changed. ` +
          'Run skillgate doctor to see why.',
      );
  }
}
