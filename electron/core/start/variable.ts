import type { ServerConfig } from '../server-config.ts';
import { addressParts, isAddress } from './address.ts';
import { namesCredential, namesKey } from './credential-name.ts';
import { credential, isLoneValue, parts, type MaskedPart } from './credential.ts';
import { inlineCodeAt, namedBy } from './inline-code.ts';
import { jsonParts } from './json-text.ts';
import { loadsCode } from './loader-variables.ts';
import { isLongWord, isToken } from './command-review.ts';

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;

/** The variables that a command gets, each value in pieces. */
export function variablesParts({
  command,
  args,
  env,
}: Command): readonly { readonly name: string; readonly value: readonly MaskedPart[] }[] {
  const isNamed = namedBy(args, env);
  const isInline = inlineCodeAt(command, args, env) < Number.POSITIVE_INFINITY;
  return Object.entries(env).map(([name, value]) => ({
    name,
    value: variableParts(name, value, { isNamed: isNamed(name), isInline }),
  }));
}

/**
 * One variable's value, wherever it is set. The attacker chooses its name, too, and `sh -c '$TOKEN'`
 * starts what the variable says. So a value is hidden only where the name says credential, it is one
 * lone word, and nothing that starts names the variable; or where it has the shape of a token.
 * Beside code that is written out (`isInline`) only what has name and shape. All else is shown.
 */
export function variableParts(
  name: string,
  value: string,
  { isNamed, isInline }: { readonly isNamed: boolean; readonly isInline: boolean },
): readonly MaskedPart[] {
  const whole = parts([value, false]);
  if (loadsCode(name) && !(isAddress(value) && /proxy$/i.test(name))) return whole;
  if (isInline)
    return namesCredential(name) && !isNamed && isToken(value) ? parts([value, true]) : whole;
  if (isAddress(value)) return addressParts(value, { parameters: true, path: !isNamed });
  if (isToken(value)) return parts([value, true]);
  if (isNamed) return whole;
  const json = jsonParts(value);
  if (json !== null) return json;
  if (namesCredential(name)) return credential(value, isLoneValue);
  return namesKey(name) && isLongWord(value) ? parts([value, true]) : whole;
}
