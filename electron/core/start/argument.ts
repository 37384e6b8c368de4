import type { StartText } from '../../../shared/model/start.ts';
import { decodeText, isCredential, secretName } from '../import/mask.ts';

const option = /^--?([\w-]+)$/;
const optionWithValue = /^(--?([\w-]+)=)(.+)$/s;
const header = /^(([A-Za-z][\w-]*):\s*)(\S.*)$/s;
/** Programs that run what their arguments name. */
const runner =
  /(?:^|[\\/])(?:node|nodejs|npx|npm|pnpm|pnpx|yarn|bunx?|deno|tsx|ts-node|python[\d.]*w?|pyw?|pipx?|uvx?|ruby|perl|php|lua|java|dotnet|go|cargo|(?:ba|z|da|k|fi)?sh|pwsh|powershell|cmd|env|sudo|exec|xargs|docker|podman|nix|make)(?:\.(?:exe|cmd|bat))?$/i;
/** With a separator, a space, a scheme or the ending of a program: the place of code, no key. */
const place =
  /[\\/\s]|^[~.@]|^[a-z][\w+.-]+:|\.(?:[cm]?[jt]sx?|py[cw]?|rb|pl|php|lua|ba?sh|ps1|bat|cmd|exe|com|so|dylib|dll|node|jar|wasm|json|toml|ya?ml|zip|whl|tgz|gz)$/i;

/**
 * One argument as a person is shown it before the command starts. The attacker writes the
 * arguments and would have the one that names code taken for a credential: so what follows an
 * option such as `--auth-token` is masked only where it can be nothing else. Shown in full are
 * anything with the look of a path, an address or code, and what a runner such as `npx` would take
 * as the name of the program.
 */
export function shownArgument(command: string, args: readonly string[], at: number): StartText {
  const arg = args[at] ?? '';
  const [, before = '', name = '', value = ''] =
    optionWithValue.exec(arg) ?? header.exec(arg) ?? [];
  if (
    value !== '' &&
    secretName.test(name) &&
    (header.test(arg) ? !/^[\\/~.]/.test(value) : !place.test(value))
  )
    return [{ text: before }, masked(value)];
  if (/^https?:\/\//i.test(arg)) return addressParts(arg);
  const [, option = ''] = optionBefore(args, at) ?? [];
  if (!secretName.test(option) || arg.startsWith('-') || arg === '' || place.test(arg))
    return [{ text: arg }];
  return runner.test(command) && !namesProgram(args.slice(0, at - 1))
    ? [{ text: arg }]
    : [masked(arg)];
}

const masked = (text: string): { masked: number } => ({ masked: [...text].length });

const optionBefore = (args: readonly string[], at: number): RegExpExecArray | null =>
  option.exec(args[at - 1] ?? '');

/** Whether one of these stands alone, as the program's name does. */
function namesProgram(args: readonly string[]): boolean {
  return args.some(
    (arg, at) =>
      arg !== '' && !arg.startsWith('-') && !secretName.test(optionBefore(args, at)?.[1] ?? ''),
  );
}

/** The address with its password and the parameters that are credentials masked. */
function addressParts(address: string): StartText {
  const parts: ({ text: string } | { masked: number })[] = [];
  let from = 0;
  const hide = (start: number, end: number): void => {
    parts.push({ text: address.slice(from, start) }, masked(address.slice(start, end)));
    from = end;
  };
  const scheme = address.indexOf('//') + 2;
  const authority = /^[^/?#\\]*/.exec(address.slice(scheme))?.[0] ?? '';
  const user = authority.lastIndexOf('@');
  const colon = authority.indexOf(':');
  // The user's name stays: `https://github.com:x@evil.example` must not look like another host.
  if (colon >= 0 && colon + 1 < user) hide(scheme + colon + 1, scheme + user);
  for (const found of address.matchAll(/[?&]([^=&#]*)=([^&#]+)/g)) {
    const [whole, name = '', value = ''] = found;
    const end = found.index + whole.length;
    if (isCredential(decodeText(name), decodeText(value))) hide(end - value.length, end);
  }
  return [...parts, { text: address.slice(from) }].filter(
    (part) => !('text' in part) || part.text !== '',
  );
}
