import type { ServerConfig } from '../server-config.ts';
import { parseUrl } from '../../../shared/url.ts';

/** Shorter values ("true", "8080", "info") would mask ordinary words. */
const shortestSecret = 6;
export const masked = '••••';

/** Parameters of an address and command-line options whose value is a credential by name. */
export const secretName =
  /(?:token|secret|passw(?:or)?d|api[-_]?key|access[-_]?key|auth|credential|signature|^key$|^sig$|^pat$)/i;

/**
 * Every text of a configuration that must not be shown: values of the environment and of
 * headers (with and without their scheme), user info and query values of the address, and
 * values of options such as `--token`. At least 6 characters each, longest first, unique.
 */
export function secretsOf(config: ServerConfig): readonly string[] {
  const found =
    config.type === 'stdio'
      ? [...Object.values(config.env), ...secretArguments(config.args)]
      : [...Object.values(config.headers).flatMap(headerSecrets), ...urlSecrets(config.url)];
  return [...new Set(found.flatMap((text) => [text, text.trim(), decodeText(text)]))]
    .filter((text) => text.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
}

/**
 * `text` with every secret replaced, also where it is written as a JSON string or percent-encoded.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    for (const form of [
      secret,
      JSON.stringify(secret).slice(1, -1),
      new URLSearchParams({ '': secret }).toString().slice(1),
      percentEncoded(secret),
    ]) {
      if (result.includes(form)) result = result.replaceAll(form, masked);
    }
  }
  return result;
}

/**
 * Credentials in an address; `isSecret` says which query parameters are, by default all of them.
 */
export function urlSecrets(
  text: string,
  isSecret: (name: string, value: string) => boolean = () => true,
): readonly string[] {
  const url = parseUrl(text);
  if (url === null) return [];
  const parameters = [...url.searchParams]
    .filter(([name, value]) => isSecret(name, value))
    .map(([, value]) => value);
  return [url.username, url.password, ...parameters].filter((value) => value !== '');
}

/** Those of them that are credentials by name or by look, and the user info. */
export const urlCredentials = (text: string): readonly string[] => urlSecrets(text, isCredential);

/** `Bearer abc` is masked as a whole and as `abc`, which an error may repeat alone. */
function headerSecrets(value: string): readonly string[] {
  const credential = /^\s*[A-Za-z][\w-]*\s+(.+)$/s.exec(value)?.[1];
  return credential === undefined ? [value] : [value, credential];
}

/**
 * Values of arguments that are credentials by name: `--token x`, `--api-key=x`, `Authorization: x`,
 * addresses with keys.
 */
export function secretArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const joined = /^--?([\w-]+)=(.+)$/s.exec(arg);
    if (joined !== null)
      return secretName.test(joined[1] ?? '') && joined[2] !== undefined ? [joined[2]] : [];
    const value = args[index + 1];
    if (
      /^--?[\w-]+$/.test(arg) &&
      secretName.test(arg.replace(/^-+/, '')) &&
      value !== undefined &&
      !value.startsWith('-')
    )
      return [value];
    if (/^[A-Za-z][\w-]*:\s*\S/.test(arg) && secretName.test(arg.split(':', 1)[0] ?? ''))
      return headerSecrets(arg.slice(arg.indexOf(':') + 1).trim());
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(arg) ? urlCredentials(arg) : [];
  });
}

/** Whether a query parameter is a credential, by its name or by the look of its value. */
export function isCredential(name: string, value: string): boolean {
  return secretName.test(name) || looksRandom(value);
}

/** Long, without spaces, with both letters and digits: a key rather than a word. */
function looksRandom(value: string): boolean {
  return (
    value.length >= 20 && /^[\w.~+/=-]+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value)
  );
}

/** Percent-decoded, or the text itself where that is not possible. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate has no percent-encoding, so it can not occur encoded.
    return text;
  }
}
