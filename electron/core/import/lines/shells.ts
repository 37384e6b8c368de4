/** The shells whose quoting is known. */
export type ShellKind = 'posix' | 'cmd' | 'powershell';

export interface ShellQuoting {
  /** Takes away the meaning of the next character, outside quotes. */
  readonly escape: string;
  readonly quotes: string;
  /** What only the shell can fill in, at the start of the rest of the text. */
  readonly filled: RegExp;
  /** The same where only it can stand, outside quotes: `text` is what of the word precedes it. */
  readonly spread: (char: string, text: string) => boolean;
  /** Has a meaning outside quotes that is not known here. */
  readonly unclear: RegExp;
  readonly separators: RegExp;
  readonly redirect: RegExp;
  /** What a page or a terminal prints before what one types. */
  readonly prompt: RegExp;
}

/** A folder and nothing else: `C:\tools\server.exe --q > out` is a command and no prompt. */
const folder = String.raw`(?![^>\n]*(?:\.(?:exe|cmd|bat|com|ps1)|\s-|\s\/|\d>|\s>))[^<>"'|&^%;\n]*`;
const inPowerShell = String.raw`PS (?:[A-Za-z]\w*:|~|\/)${folder}>`;
const inCmd = String.raw`[A-Za-z]:\\${folder}>`;

export const shells: Readonly<Record<ShellKind, ShellQuoting>> = {
  posix: {
    escape: '\\',
    quotes: `'"`,
    filled: /^(?:\$(?:\([^)\n]*\)?|\{[^}\n]*\}?|\w+|[@*#?$!-])|`[^`\n]*`?)/,
    // No folder is called `https:`, so the question mark of an address stands for itself.
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
    // Lists, calls, splatting, `--%`, and marks of print, which it takes for plain ones.
    unclear: /^(?:[,(){}]|@(?![\w-]+\/)|--%|[‘’‚‛“”„–—―]|\$)/,
    separators: /^(?:&&|\|\||[;|&\n])/,
    redirect: /^(?:[\d*]?(?:>>|>&|>|<))\s*/,
    prompt: new RegExp(`^(?:${inPowerShell}|>>?(?=[ \\t]))[ \\t]*`),
  },
};

const startsInPowerShell = new RegExp(String.raw`^[ \t]*${inPowerShell}`, 'm');
const startsInCmd = new RegExp(String.raw`^[ \t]*${inCmd}`, 'm');

/** Whether a text has what no line for a POSIX shell has: a prompt, or how a line goes on. */
export const isSurelyWindows = (text: string): boolean =>
  startsInPowerShell.test(text) || startsInCmd.test(text) || /[`^]\r?\n|^[ \t]*& ['"]/m.test(text);

/**
 * Which shell a text was most likely written for: a drive letter or a sign that only one of them
 * has tells; everything else is read as a POSIX shell would.
 */
export function shellOf(whole: string): ShellKind {
  // A comment is for nobody but its reader.
  const text = whole.replaceAll(/^[ \t]*#.*$/gm, '');
  if (/\$env:|`\r?\n|^[ \t]*& ['"]/im.test(text) || startsInPowerShell.test(text))
    return 'powershell';
  if (/\^\r?\n|%\w+%/.test(text) || startsInCmd.test(text)) return 'cmd';
  if (/(?:^|[\s"'=])[A-Za-z]:\\/.test(text)) return text.includes("'") ? 'powershell' : 'cmd';
  return 'posix';
}
