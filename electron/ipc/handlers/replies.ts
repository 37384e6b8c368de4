import type { RequestReply, RequestError } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/result.ts';
import { fault } from '../../engine/errors.ts';

export const good = <T>(value: T): RequestReply<T> => ({ ok: true, value });

export const bad = (error: RequestError): { readonly ok: false; readonly error: RequestError } => ({
  ok: false,
  error,
});

export const reply = <T>(result: Result<T, RequestError>): RequestReply<T> =>
  result.ok ? good(result.value) : bad(result.error);

/** A program that reached the channel but lacks what only the page's own dialogs hold. */
export const unconfirmed = bad(
  fault(
    'forbidden',
    'You didn’t confirm this in its dialog, or the dialog expired. Open it again.',
  ),
);
