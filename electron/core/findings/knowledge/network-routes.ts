import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { writesOf } from './file-use.ts';

/*
 * Settings that stay and put somebody between this machine and everything that it contacts: a proxy,
 * a name server, a line in the hosts file.
 */

/** A proxy or server with a name of its own, and not one of this machine or of a variable. */
const elsewhere =
  String.raw`["']?(?:https?://|socks\w*://)?(?!localhost|127\.|0\.0\.0\.0` +
  String.raw`|10\.|192\.168\.|\$|""|''|none\b|off\b)[\w.-]+(?:\.[a-z]{2,}` +
  String.raw`|:\d{2,5}|\.\d+)`;

const setting: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^git$/, new RegExp(String.raw`^config\b(?!.*--(?:get|unset)).*\bhttps?\.proxy ${elsewhere}`)],
  [
    /^(?:npm|pnpm|yarn|pip3?)$/,
    new RegExp(String.raw`^config set (?:-\S+ )*(?:global\.)?(?:https?-)?proxy[ =]${elsewhere}`),
  ],
  [
    /^networksetup$/,
    new RegExp(
      String.raw`^-set(?:web|secureweb|socksfirewall)proxy \S+.* ${elsewhere}|` +
        String.raw`^-setdnsservers\b.*\d`,
    ),
  ],
  [/^netsh$/, /\bwinhttp set proxy\b|\binterface ip(?:v4)? set dns\b/i],
  [/^set-dnsclientserveraddress$/, /-ServerAddresses\b/i],
  [/^resolvectl$/, /^dns \S+ \d/],
  [/^gsettings$/, /^set org\.gnome\.system\.proxy\.https? host/],
];

const tables = pattern(
  ['hosts', 'resolv.conf'],
  String.raw`/etc/(?:hosts|resolv\.conf)\b|drivers\\+etc\\+hosts\b`,
);
/** A public name at an address that isn't this machine's. */
const redirected =
  /\b(?!127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}\b[ \t]+[\w.-]+\.[a-z]{2,}|\bnameserver\s+(?!127\.|1\.1\.1\.1|8\.8\.|9\.9\.9\.9)\d/i;

const isSetting = ({ name, args }: ShellCommand): boolean => {
  if (!setting.some(([program]) => program.test(name))) return false;
  const words = args.map(({ text }) => text).join(' ');
  return setting.some(([program, expected]) => program.test(name) && expected.test(words));
};

/** Where code changes who answers for everybody's hosts. */
export function* changesRoutes(
  document: RuleDocument,
): Generator<{ readonly start: number; readonly end: number }> {
  for (const command of document.commands)
    if (command.part.from === 'script' && isSetting(command)) yield command;
  for (const use of writesOf(document, tables)) {
    const around = document.text.slice(Math.max(0, use.start - 200), use.end + 200);
    if (redirected.test(around)) yield use;
  }
}
