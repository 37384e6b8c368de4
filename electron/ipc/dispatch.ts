import type { RequestCaller } from '../../shared/model/confirmation.ts';
import {
  type RequestHandlers,
  type RequestReply,
  requests,
  type RequestName,
} from '../../shared/contract.ts';

const requestNames: ReadonlySet<string> = new Set(Object.keys(requests));

/**
 * Parses one request strictly and runs its handler. Both shells call this after they have
 * checked who is asking. Takes the asking window, name and input as received; always answers with a
 * `Reply`, never throws: an unexpected error becomes `internal` and its text stays on the main
 * side.
 */
export async function dispatch(
  handlers: RequestHandlers,
  caller: RequestCaller,
  name: string,
  input: unknown,
  report: (error: unknown) => void = () => {},
): Promise<RequestReply<unknown>> {
  if (!requestNames.has(name))
    return {
      ok: false,
      error: {
        code: 'bad-input',
        message: `There’s no request named ${JSON.stringify(name.slice(0, 60))}.`,
      },
    };
  const request = name as RequestName;
  const parsed = requests[request].input.safeParse(input);
  if (!parsed.success) {
    const first = parsed.error.issues[0];
    const where =
      first === undefined || first.path.length === 0 ? '' : ` at ${first.path.join('.')}`;
    return {
      ok: false,
      error: {
        code: 'bad-input',
        message: `${request}: ${first?.message ?? 'invalid input'}${where}`,
      },
    };
  }
  try {
    const run = handlers[request] as (
      value: unknown,
      from: RequestCaller,
    ) => Promise<RequestReply<unknown>>;
    return await run(parsed.data, caller);
  } catch (error) {
    report(error);
    return {
      ok: false,
      error: {
        code: 'internal',
        message: `${request} failed unexpectedly. See Skillgate's standard error for details.`,
      },
    };
  }
}
