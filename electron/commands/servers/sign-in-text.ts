import type { SignInAccount, SignInAsk } from '../../../shared/model/sign-in.ts';

/** Where a sign-in goes and what it's for; anything unusual begins with `!`. */
export const askLines = (label: string, ask: SignInAsk): readonly string[] => [
  `To sign in to ${label}, you go to ${ask.host}.`,
  `  named by the server   ${ask.issuer}`,
  ...(ask.answersTo === null
    ? []
    : [
        `! its response goes to ${ask.answersTo}, a different host than the page you see. Continue only if you know that they belong together`,
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
  `  until   ${expiresAt === null ? 'not given' : new Date(expiresAt).toISOString()}${renewable ? ', then renewed without asking' : ''}`,
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
