import { labelWords } from '../../../shared/command-text.ts';
import { tmpdir } from 'node:os';
import type { SignInAccount } from '../../../shared/model/sign-in.ts';
import { offerOf } from '../../engine/catalogue/views.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { lookAtAccount, resourceOf } from '../../engine/signing-in/account.ts';
import { openPrivately, openPublicly } from '../../ipc/page-opener.ts';
import type {
  PreparedSignIn,
  SignInOpening,
  SignedOut,
} from '../../engine/signing-in/sign-in-sessions.ts';
import { CommandError, type OutputLine, type CommandOutput } from '../call/command.ts';
import type { CommandContext } from '../call/command-context.ts';
import { printable } from '../call/terminal.ts';
import { bringUpAll } from '../skills/connect-servers.ts';
import { namedServer, notAsked, serverError } from '../skills/targets.ts';
import { pastedInto } from './paste.ts';
import { labelOf } from './servers.ts';
import { accountLines, askLines } from './sign-in-text.ts';

interface Given {
  readonly words: readonly string[];
  readonly server: string | undefined;
}
interface Login extends Given {
  readonly 'no-browser': boolean;
  readonly paste: boolean;
}

/** `login`: first asks the server, which says whether and how to sign in. */
export async function login(
  ctx: EngineParts,
  given: Login,
  here: CommandContext,
): Promise<CommandOutput> {
  const server = namedServer(ctx, labelOf(given));
  const { label } = server;
  addressed(server);
  await bringUpAll(ctx, [server]);
  await lookAtAccount(ctx, server);
  const { connection } = server;
  const { account } = server.signIn;
  const isReady = connection.status === 'ready';
  if (isReady && account !== null && offerOf(server) === null)
    return signedIn(server, account, [
      `${label}: already signed in. To use another account, run \`skillgate logout ${labelWords(label)}\` first.`,
    ]);
  const isAsked = connection.status === 'failed' && connection.failure.reason === 'unauthorized';
  if (!isReady && !isAsked) throw notAsked(server, serverError(server));

  const looked = await ctx.signIns.begin(server, !given.paste).looked;
  if (!looked.ok && isReady && looked.error.reason === 'no-server')
    return signedIn(server, null, [`${label} doesn't need a sign-in.`]);
  if (!looked.ok) return failed(label, looked.error);
  const tidy = await show(ctx, server, looked.value, given, here);
  const done = await looked.value.done.finally(tidy);
  if (!done.ok) return failed(label, done.error);
  return signedIn(server, server.signIn.account, [`${label}: signed in.`]);
}

function addressed(server: CatalogueServer): void {
  if (resourceOf(server) === null)
    throw new CommandError(
      `${server.label} isn't a server at an address, so it has no sign-in.`,
      'bad-input',
    );
}

/** Says where to sign in, and opens it as far as this terminal can. */
async function show(
  { signIns }: EngineParts,
  server: CatalogueServer,
  { id, ask }: PreparedSignIn,
  given: Login,
  { person }: CommandContext,
): Promise<() => Promise<void>> {
  tell(askLines(server.label, ask));
  const opens =
    person !== null &&
    !given['no-browser'] &&
    !/^n/i.test(await person.ask('Open it in the browser? [Y/n] '));
  const opening = signIns.open(server, id);
  if (!opening.ok) return async () => {};
  const { address } = opening.value;
  const remove = opens ? await opened(opening.value) : async () => {};
  // Print the address unchanged: a line fitted to the terminal couldn't be copied. It's ASCII, as
  // addresses are.
  process.stderr.write(`Open this address to sign in:\n${address}\n`);
  if (!given.paste) tell([`Waiting for the browser to return to ${ask.redirect} …`]);
  else if (!(await pastedInto((text) => signIns.finish(server, id, text), person)))
    signIns.cancel(server);
  return remove;
}

/**
 * Passing the address to a browser command would show it to every user of this machine. A sandboxed
 * browser can't read a private file, so a file is used only where nothing listens.
 */
async function opened({ address, opens }: SignInOpening): Promise<() => Promise<void>> {
  if (opens === address) return openPrivately(address, tmpdir());
  openPublicly(opens);
  return async () => {};
}

/** To the person, or to whoever reads standard error. */
const tell = (lines: readonly OutputLine[]): void =>
  void process.stderr.write(lines.map((line) => `${printable(line)}\n`).join(''));

function signedIn(
  server: CatalogueServer,
  account: SignInAccount | null,
  first: OutputLine[],
): CommandOutput {
  const error = serverError(server);
  const { skills } = server.listing;
  return {
    json: {
      label: server.label,
      signedIn: account !== null,
      account,
      status: server.connection.status,
      skills,
      ...(error === null ? {} : { error }),
    },
    human: [
      ...first,
      ...(account === null ? [] : accountLines(account)),
      error === null ? `${skills} skill${skills === 1 ? '' : 's'} listed` : `! ${error}`,
    ],
    exit: error === null ? 0 : 1,
  };
}

const failed = (label: string, problem: { readonly message: string }): CommandOutput => ({
  json: { label, signedIn: false, problem },
  human: [`${label}: not signed in. ${problem.message}`],
  exit: 1,
});

/** `logout`. Doesn't ask the server itself. */
export async function logout(ctx: EngineParts, given: Given): Promise<CommandOutput> {
  const server = namedServer(ctx, labelOf(given));
  addressed(server);
  const out = await ctx.signIns.signOut(server);
  if (!out.ok) throw new CommandError(`${server.label}: ${out.error.message}`, 'store');
  return {
    json: { label: server.label, outcome: out.value },
    human: [`${server.label}: ${outWords[out.value]}`],
    exit: out.value === 'failed' ? 1 : 0,
  };
}

const outWords: Readonly<Record<SignedOut, string>> = {
  revoked: 'signed out; the authorization server revoked the tokens.',
  'not-offered':
    "signed out here. The authorization server doesn't support revocation, so the tokens stay valid until they expire.",
  failed:
    "signed out here, but the authorization server couldn't be reached to revoke the tokens. They stay valid until they expire.",
  'was-not': "you weren't signed in.",
};
