/** Shells whose quoting rules are known. */
export type ShellKind = 'posix' | 'cmd' | 'powershell';

export interface ShellQuoting {
  /** The escape character outside quotes. */
  readonly escape: string;
  readonly quotes: string;
  /** What only the shell can fill in, at the start of the remaining text. */
  readonly filled: RegExp;
  /** The same for places outside quotes: `text` is the part of the word before it. */
  readonly spread: (char: string, text: string) => boolean;
  /** Has an unsupported meaning outside quotes. */
  readonly unclear: RegExp;
  readonly separators: RegExp;
  readonly redirect: RegExp;
  /** What a page or terminal prints before the typed text. */
  readonly prompt: RegExp;
}

/** Only a folder: `C:\tools\server.exe --q > out` is a command, not a prompt. */
const folder = String.raw`(?![^>\n]*(?:\.(?:exe|cmd|bat|com|ps1)|\s-|\s\/|\d>|\s>))[^<>"'|&^%;\n]*`;
const inPowerShell = String.raw`PS (?:[A-Za-z]\w*:|~|\/)${folder}>`;
const inCmd = String.raw`[A-Za-z]:\\${folder}>`;

export const shells: Readonly<Record<ShellKind, ShellQuoting>> = {
  posix: {
    escape: '\\',
    quotes: `'"`,
    filled: /^(?:\$(?:\([^)\n]*\)?|\{[^}\n]*\}?|\w+|[@*#?$!-])|`[^`\n]*`?)/,
    // No folder is named `https:`, so the question mark of an address is literal.
    spread: (char, text) =>
      '*[]{}'.includes(char) ||
      (char === '?' && !/^https?:\/\//i.test(text)) ||
      (char === '~' && /^$|[=:]$/.test(text)),
    unclear: /^\$["'[]/,
    separators: /^(?:&&|\|\||\|&|;;|[;|&\n()])/,
    redirect: /^(?:\d*(?:>>|>\||>&|<<<|<<|<>|<&|>|<)|&>>?)\s*/,
    prompt: /^[$%>][ \t]+/,
  },
  cmd: {
    escape: '^',
    quotes: '"',
    filled: /^%[^%\n]+%/,
    spread: () => false,
    unclear: /^[()@]/,
    separators: /^(?:&&|\|\||[|&\n])/,
    redirect: /^(?:\d?(?:>>|>&|>|<))\s*/,
    prompt: new RegExp(`^(?:${inCmd}|>(?=[ \\t]))[ \\t]*`),
  },
  powershell: {
    escape: '`',
    quotes: `'"`,
    filled: /^\$(?:\([^)\n]*\)?|\{[^}\n]*\}?|(?:env:)?\w+)/,
    // On Unix, and `~` everywhere from 7.5 on.
    spread: (char, text) =>
      '*['.includes(char) ||
      (char === '?' && !/^https?:\/\//i.test(text)) ||
      (char === '~' && text === ''),
    // Lists, calls, splatting, `--%`, and typographic quotes and dashes, which it reads as plain
    // ones.
    unclear: /^(?:[,(){}]|@(?![\w-]+\/)|--%|[‘’‚‛“”„–—―]|\$)/,
    separators: /^(?:&&|\|\||[;|&\n])/,
    redirect: /^(?:[\d*]?(?:>>|>&|>|<))\s*/,
    prompt: new RegExp(`^(?:${inPowerShell}|>>?(?=[ \\t]))[ \\t]*`),
  },
};

const startsInPowerShell = new RegExp(String.raw`^[ \t]*${inPowerShell}`, 'm');
const startsInCmd = new RegExp(String.raw`^[ \t]*${inCmd}`, 'm');

/** Whether a text has something no POSIX shell line has: a prompt or a continuation. */
export const isSurelyWindows = (text: string): boolean =>
  startsInPowerShell.test(text) || startsInCmd.test(text) || /[`^]\r?\n|^[ \t]*& ['"]/m.test(text);

/**
 * The shell that a text was most likely written for: a drive letter or a shell-specific sign
 * decides; everything else is read as POSIX.
 */
export function shellOf(whole: string): ShellKind {
  // A comment addresses only its reader.
  const text = whole.replaceAll(/^[ \t]*#.*$/gm, '');
  if (/\$env:|`\r?\n|^[ \t]*& ['"]/im.test(text) || startsInPowerShell.test(text))
    return 'powershell';
  if (/\^\r?\n|%\w+%/.test(text) || startsInCmd.test(text)) return 'cmd';
  if (/(?:^|[\s"'=])[A-Za-z]:\\/.test(text)) return text.includes("'") ? 'powershell' : 'cmd';
  return 'posix';
}
