import { mostAnswers, sealBundle, type BundledAnswer } from '../../../core/exchange/bundle.ts';
import { secretArguments, urlCredentials } from '../../../core/import/mask.ts';
import { visible } from '../../../core/text.ts';
import { counted } from '../../../../shared/size-text.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import type { RequestError } from '../../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../../shared/model/approval.ts';
import { fault } from '../../options.ts';
import type { EndedWork } from '../../operations.ts';
import type { ConfiguredServer } from '../../ports/servers.ts';
import type { DecisionContext } from '../../contexts.ts';

/** Signs the live decisions about these skills with this machine's key. All or nothing. */
export async function exportBundle(
  parts: DecisionContext,
  items: readonly { readonly server: string; readonly uri: string }[],
): Promise<Result<{ text: string; fingerprint: string }, RequestError>> {
  const { state } = parts.approvals;
  if (state.status === 'unreadable') return err(fault('store', state.message));
  const chosen = new Set<ApprovalRecord>();
  for (const { server, uri } of items) {
    const identity = parts.catalogue.servers.get(server)?.identity ?? null;
    const record = identity === null ? null : parts.approvals.find(identity, uri);
    if (record === null)
      return err(
        fault('not-found', `There’s no decision about ${visible(uri, 200)} of ${server}.`),
      );
    if (parts.catalogue.servers.get(server)?.configured.folder !== undefined)
      return err(
        fault(
          'refused',
          `${server}: it’s a local folder. ` +
            'Its path means nothing elsewhere, so its decisions aren’t exported.',
        ),
      );
    // A hash of a short credential can be guessed, and no colleague has the same one.
    if (holdsCredential(parts.catalogue.servers.get(server)?.configured))
      return err(
        fault(
          'refused',
          `${server}: ` +
            'its address or command may contain a credential, so its decisions aren’t exported.',
        ),
      );
    chosen.add(record);
  }
  const records = [...chosen];
  const key = await parts.keys.own();
  if (!key.ok) return err(fault('store', key.error));
  const text = sealBundle(records, key.value, parts.actor.name, {
    now: parts.clock.now(),
    answers: answersOf(parts, records),
    sequence: state.revision,
  });
  const detail = `signed by ${key.value.fingerprint}`;
  await parts.approvals.note(
    records.map(({ server, uri, setDigest }) => ({
      action: 'exported',
      server: server.label,
      uri,
      setDigest,
      detail,
    })),
  );
  return ok({ text, fingerprint: key.value.fingerprint });
}

/** One's own that have not run out; what others said they hand on themselves. */
const answersOf = (
  { answers, clock }: DecisionContext,
  records: readonly ApprovalRecord[],
): BundledAnswer[] =>
  records
    .flatMap(({ server, uri }, record) =>
      answers
        .find(server.identity, uri)
        .filter(({ expiresAt }) => expiresAt === null || clock.now() < Date.parse(expiresAt))
        .map(
          ({ rule, ruleset, digest, file, severity, confidence, reason, by, at, expiresAt }) => ({
            ...{ record, rule, ruleset, digest, file, reason, by, at, expiresAt },
            ...(severity === undefined ? {} : { severity }),
            ...(confidence === undefined ? {} : { confidence }),
          }),
        ),
    )
    .slice(0, mostAnswers);

/** Whether the address or the command itself has what looks like a credential. */
function holdsCredential(server: ConfiguredServer | undefined): boolean {
  if (server?.config.ok !== true) return false;
  const { value } = server.config;
  return value.type === 'stdio'
    ? secretArguments(value).length > 0
    : urlCredentials(value.url).length > 0;
}

/** How an export of `count` decisions ended. */
export const exported = (made: Result<unknown, RequestError>, count: number): EndedWork =>
  made.ok
    ? { message: `${counted(count, 'decision')} signed` }
    : { message: made.error.message, isFailure: true };
