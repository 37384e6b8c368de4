import { labelWords } from '../../../shared/start-advice.ts';
import { tmpdir } from 'node:os';
import type { SignInAccount, SignInProblem, SignInAsk } from '../../../shared/model/sign-in.ts';
import { offerOf } from '../../engine/catalogue/views.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { lookAtAccount, resourceOf } from '../../engine/signing-in/account.ts';
import { openPrivately, openPublicly } from '../../ipc/page-file.ts';
import type {
  PreparedSignIn,
  SignInOpening,
  SignedOut,
} from '../../engine/signing-in/sign-in-sessions.ts';
import {
  CommandError,
  type OutputLine,
  type CommandOutput,
  type CommandContext,
} from '../call/command.ts';
import { printable } from '../call/terminal.ts';
import { bringUpAll } from '../skills/connect-servers.ts';
import { namedServer, notAsked, serverError } from '../skills/targets.ts';
import { labelOf } from './servers.ts';
import { createInterface } from 'node:readline';
import type { Result } from '../../../shared/result.ts';
import type { TerminalUser } from '../call/terminal-user.ts';

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
  ctx: AppContext,
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
      `${label}: already signed in. ` +
        `To use another account, run \`skillgate logout ${labelWords(label)}\` first.`,
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
  { signIns }: AppContext,
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
export async function logout(ctx: AppContext, given: Given): Promise<CommandOutput> {
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
    "signed out here. The authorization server doesn't support revocation, " +
    'so the tokens stay valid until they expire.',
  failed:
    "signed out here, but the authorization server couldn't be reached to revoke the tokens. " +
    'They stay valid until they expire.',
  'was-not': "you weren't signed in.",
};

const tries = 3;

/**
 * Reads the address where the browser ended up, from the person or from standard input; false if
 * there is none.
 */
async function pastedInto(
  finish: (text: string) => Result<void, SignInProblem>,
  person: TerminalUser | null,
): Promise<boolean> {
  for (let left = tries; left > 0; left -= 1) {
    const text =
      person === null
        ? await firstLine()
        : await person.ask('Paste the address where the browser ended up: ');
    const taken = finish(text);
    if (taken.ok) return true;
    process.stderr.write(`${taken.error.message}\n`);
    if (person === null) break;
  }
  return false;
}

function firstLine(): Promise<string> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin });
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => resolve(''));
  });
}

/** Where a sign-in goes and what it's for; anything unusual begins with `!`. */
export const askLines = (label: string, ask: SignInAsk): readonly string[] => [
  `To sign in to ${label}, you go to ${ask.host}.`,
  `  named by the server   ${ask.issuer}`,
  ...(ask.answersTo === null
    ? []
    : [
        `! its response goes to ${ask.answersTo}, a different host than the page you see. ` +
          'Continue only if you know that they belong together',
      ]),
  ...listed('  scopes                ', ask.scopes, 'chosen by the authorization server'),
  `  good for              ${ask.resource}`,
  ...(ask.isWider ? [`! more than this server: everything at ${ask.resource}`] : []),
  `  Skillgate is known    ${knownBy[ask.client]}`,
  ...(ask.secretTo === null ? [] : [`  its secret is sent to ${ask.secretTo}`]),
];

const knownBy: Readonly<Record<SignInAsk['client'], string>> = {
  configured: "by the client id of this server's settings",
  document: 'by its own metadata document',
  registered: 'since now: it just registered itself',
  kept: 'since an earlier sign-in',
};

/** The account that a server is used with. */
export const accountLines = ({
  issuer,
  scopes,
  unshown,
  expiresAt,
  renewable,
  protection,
}: SignInAccount): readonly string[] => [
  `  by      ${issuer}`,
  ...listed('  scopes  ', scopes, 'not given'),
  ...(unshown === 0 ? [] : [`          and ${unshown} more that can't be shown`]),
  `  until   ${expiresAt === null ? 'not given' : new Date(expiresAt).toISOString()}` +
    (renewable ? ', then renewed without asking' : ''),
  `  kept    ${keptHow[protection]}`,
];

const keptHow: Readonly<Record<SignInAccount['protection'], string>> = {
  keychain: "encrypted, with a key in the system's keychain",
  file: 'in a file that only its mode protects',
  session: 'for this run only, because there is no keychain',
};

const columns = 80;
/** Every scope, on lines that fit a terminal: a line that is too long would be cut. */
function listed(name: string, scopes: readonly string[], none: string): readonly string[] {
  const lines: string[] = [];
  for (const scope of scopes) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + scope.length < columns)
      lines[lines.length - 1] = `${last} ${scope}`;
    else lines.push(scope);
  }
  if (lines.length === 0) lines.push(none);
  return lines.map((line, at) => (at === 0 ? name : ' '.repeat(name.length)) + line);
}
