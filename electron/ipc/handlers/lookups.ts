import type { RequestReply, AppSnapshot, RequestError } from '../../../shared/contract.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { fault } from '../../engine/options.ts';
import type { SkillContext, AppContext } from '../../engine/contexts.ts';
import type { Result } from '../../../shared/result.ts';
import type { SignInOpening } from '../../engine/signing-in/sign-in-sessions.ts';

/** Runs with the thing a request names, or answers that it isn't there. */
export function lookups({ catalogue }: SkillContext) {
  const onServer = async <T>(
    label: string,
    run: (server: CatalogueServer) => Promise<RequestReply<T>>,
  ): Promise<RequestReply<T>> => {
    const server = catalogue.servers.get(label);
    return server === undefined
      ? bad(fault('not-found', `No server is labeled ${label}.`))
      : run(server);
  };
  const onSkill = <T>(
    label: string,
    uri: string,
    run: (skill: CatalogueSkill) => Promise<RequestReply<T>>,
  ): Promise<RequestReply<T>> =>
    onServer(label, async (server) => {
      const skill = server.skills.get(uri);
      return skill === undefined
        ? bad(fault('not-found', `${label} no longer serves this skill.`))
        : run(skill);
    });
  return { onServer, onSkill };
}

/** What a shell provides to its request handlers. */
export interface HandlerOptions {
  readonly parts: AppContext;
  readonly seq: () => number;
  readonly about: Pick<AppSnapshot, 'version' | 'shell' | 'platform' | 'dataFolder'>;
  /** Opens an https address outside, after the shell's own confirmation. */
  readonly openExternal: (url: string) => Promise<boolean>;
  /** Opens the sign-in page after the page showed its host; false if it can't. */
  readonly openSignIn: (opening: SignInOpening) => Promise<boolean>;
  /** Saves text where the person chooses; false if they cancel. The error is for people. */
  readonly saveFile: (name: string, text: string) => Promise<Result<boolean, string>>;
  /** Asks the person for a folder; null if they cancel or the shell can't ask. */
  readonly chooseFolder: () => Promise<string | null>;
}

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
