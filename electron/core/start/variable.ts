import type { ServerConfig } from '../server-config.ts';
import { addressParts, isAddress } from './address.ts';
import { namesCredential, namesKey } from './credential-name.ts';
import { credential, isLoneValue, parts, type MaskedPart } from './credential.ts';
import { inlineCodeAt, namedBy } from './inline-code.ts';
import { jsonParts } from './json-text.ts';
import { loadsCode } from './loader-variables.ts';
import { isLongWord, isToken } from './command-review.ts';

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;

/** The variables that a command receives, each value in parts. */
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
 * One variable's value, wherever it's set. The attacker also chooses its name, and `sh -c '$TOKEN'`
 * runs the variable's content. So a value is hidden only if the name names a credential, it's a
 * single word and nothing in the command mentions the variable, or if it's shaped like a token.
 * Next to inline code (`isInline`) it needs both name and shape.
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
