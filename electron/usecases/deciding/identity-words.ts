import { maskedTarget, maskUrl } from '../../core/import/masked-target.ts';
import { visible } from '../../core/text.ts';
import type { Identity } from '../../../shared/model/approval.ts';

/** An identity without the credentials that its address or arguments may hold. */
export function shownIdentity(identity: Identity): Identity {
  if (identity.kind === 'http') return { ...identity, url: maskUrl(identity.url) };
  const target = maskedTarget({
    type: 'stdio',
    command: identity.command,
    args: identity.args,
    env: {},
  });
  return { ...identity, args: target.type === 'stdio' ? target.args : [] };
}

/** The same in one line, for people. */
export function identityWords(identity: Identity): string {
  const shown = shownIdentity(identity);
  return visible(shown.kind === 'http' ? shown.url : [shown.command, ...shown.args].join(' '), 300);
}
