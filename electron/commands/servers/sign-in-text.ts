import type { SignInAccount, SignInAsk } from '../../../shared/model/sign-in.ts';

/** Where a sign-in goes and what it is for; what is unusual begins with `!`. */
export const askLines = (label: string, ask: SignInAsk): readonly string[] => [
  `Signing in to ${label} goes to ${ask.host}.`,
  `  named by the server   ${ask.issuer}`,
  ...(ask.answersTo === null
    ? []
    : [
        `! what it gives goes to ${ask.answersTo}, another host than the one that opens: go on only if you know that they belong together`,
      ]),
  ...listed('  scopes                ', ask.scopes, 'whatever it gives'),
  `  good for              ${ask.resource}`,
  ...(ask.isWider ? [`! more than this server: everything at ${ask.resource}`] : []),
  `  Skillgate is known    ${knownBy[ask.client]}`,
  ...(ask.secretTo === null ? [] : [`  its secret is sent to ${ask.secretTo}`]),
];

const knownBy: Readonly<Record<SignInAsk['client'], string>> = {
  configured: "by the client id of this server's settings",
  document: 'by its own metadata document',
  registered: 'since now: it has just registered itself',
  kept: 'since an earlier sign-in',
};

/** As whom a server is used. */
export const accountLines = ({
  issuer,
  scopes,
  unshown,
  expiresAt,
  renewable,
  protection,
}: SignInAccount): readonly string[] => [
  `  by      ${issuer}`,
  ...listed('  scopes  ', scopes, 'not said'),
  ...(unshown === 0 ? [] : [`          and ${unshown} more that cannot be shown`]),
  `  until   ${expiresAt === null ? 'not said' : new Date(expiresAt).toISOString()}${renewable ? ', then renewed without asking' : ''}`,
  `  kept    ${keptHow[protection]}`,
];

const keptHow: Readonly<Record<SignInAccount['protection'], string>> = {
  keychain: "encrypted, with a key in the system's keychain",
  file: 'in a file that only its mode protects',
  session: 'for this run only: there is no keychain to protect it',
};

const columns = 80;
/** Every scope on lines that a terminal shows whole: a line without an end would be cut. */
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
