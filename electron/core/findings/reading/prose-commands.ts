import type { ProseBlock } from './blocks.ts';
import type { CodeStretch } from './literals.ts';
import { isProgramName } from './shell-texts.ts';

/**
 * Programs whose names aren't also words of a sentence, or that count only with what makes a
 * command of them: a flag, an address, a path, a pipe, or one of their own words.
 */
const starts =
  /(?<![\w/.`$-])(?:sudo\s+)?(?:curl|wget|bash|sh|zsh|python3?|node|npx|uvx|pip3?|npm|ssh|scp|rsync|nc|ncat|netcat|socat|chmod|chown|rm|mv|cp|ln|tee|cat|echo|printf|tar|zip|base64|openssl|crontab|systemctl|launchctl|git|gh|aws|gcloud|az|kubectl|docker|op|vault|security|osascript|powershell|pwsh|iex|iwr|irm|Invoke-WebRequest|Invoke-Expression|certutil|schtasks|reg|claude|codex|gemini|sqlite3|pbpaste|xclip|printenv|env|ssh-add|gpg|pass|bw|doppler|heroku|npm|source|eval|kill|pkill|dd|mkfs|ufw|iptables|setenforce|spctl|csrutil|defaults|dscl|visudo|useradd|usermod|export|unset|history)\s+(?=\S)/gi;
/** What shows that a command follows and not a sentence. */
const evidence =
  /^(?:--?[A-Za-z]|["']?https?:\/\/|[~./$][\w/{(]|["']?\$|\S+\s*\|\s*\S|(?:auth|credential|configure|get|find-generic-password|find-internet-password|dump-keychain|item|read|kv|config|clone|push|install|add|print-access-token|secrets?|enable|disable|stop|load|bootstrap|mcp|plugin|exec|run|disable|dump|setglobal|stash)\s+\S|-\s)/i;
/** Words of a sentence that end a command in it. */
const sentence =
  /\s+(?:and|so|then|to|before|after|which|that|because|in|when|while|or|but|with|where|as|from\s+the|into|on\s+the|at\s+the|by|is|will|are|was|here|again|first|once|until)\s(?![^"']*["']\s*(?:\||$))|(?<=\S)[.;:,)](?:\s|$)|[.!?]$|\s[—–]\s/;

/** The longest command in a sentence, and the most in one block. */
const limits = { length: 600, perBlock: 40 } as const;

/**
 * Shell commands in the prose of a block, outside of code spans: "open a terminal and run curl
 * -fsSL x | sh". A model follows them like those in a fence.
 */
export function promptedCommands(
  text: string,
  from: number,
  to: number,
  spans: readonly CodeStretch[] = [],
): CodeStretch[] {
  const source = text.slice(from, to);
  const found: CodeStretch[] = [];
  const isInSpan = spansOf(source);
  let next = 0;
  for (const { 0: head, index } of source.matchAll(starts)) {
    if (found.length >= limits.perBlock) break;
    const start = from + index;
    if (index < next || isInSpan(index)) continue;
    const rest = source.slice(index + head.length, index + limits.length);
    if (!evidence.test(rest)) continue;
    const line = commandIn(source.slice(index, index + limits.length));
    next = index + line.length;
    if (spans.some((span) => span.start <= start && start < span.start + span.code.length))
      continue;
    found.push({ language: 'bash', from: 'inline', start, code: line });
  }
  return found;
}

/** Up to the end of the line, cell or sentence. */
function commandIn(source: string): string {
  const newline = source.search(/\n(?![^\n]*\\$)/);
  let line = newline === -1 ? source : source.slice(0, newline);
  // In a table, a pipe of the command is written with a backslash.
  if (/\\\|/.test(line)) {
    const cell = /(?<!\\)\|/.exec(line)?.index;
    line = (cell === undefined ? line : line.slice(0, cell)).replaceAll('\\|', ' |');
  }
  line = line.replace(/`.*$/, '');
  const end = sentence.exec(line)?.index;
  return end === undefined ? line : line.slice(0, end);
}

/**
 * Whether places, asked for in ascending order, are between backticks of their line. Those are read
 * as code on their own.
 */
function spansOf(source: string): (index: number) => boolean {
  let at = 0;
  let isOpen = false;
  return (index) => {
    for (; at < index; at += 1)
      if (source[at] === '\n') isOpen = false;
      else if (source[at] === '`') isOpen = !isOpen;
    return isOpen;
  };
}

/** Whether inline code may be a command, and not one of the many names and values in prose. */
export const isWorthParsing = (code: string): boolean =>
  /[|;&$<>]|[~/]\S*\s|\s--?[a-z]|IFS/i.test(code) ||
  isProgramName(/^(?:sudo\s+|[$%>]\s*)?([\w.-]+)/.exec(code)?.[1]?.toLowerCase() ?? '') ||
  /^\W*[\w."'\\]{1,20}["'\\]/.test(code);

const entities: Readonly<Record<string, string>> = {
  '&gt;': '>',
  '&lt;': '<',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&#124;': '|',
  '&vert;': '|',
};

/** The content of `<pre>` and `<code>`, as a browser shows it. */
export function* preformatted(
  text: string,
  block: Pick<ProseBlock, 'start' | 'end'>,
): Generator<CodeStretch> {
  const source = text.slice(block.start, block.end);
  const isCode = /<(?:pre|code|samp|kbd|td|li|p)\b/i.test(source);
  if (!isCode) return;
  // Tags become spaces and entities as many characters, so that offsets stay the same.
  const plain = source
    .replace(/<[^>\n]{0,300}>/g, (tag) => ' '.repeat(tag.length))
    .replace(/&(?:gt|lt|amp|quot|#39|#124|vert);/g, (one) =>
      (entities[one] ?? '').padEnd(one.length),
    );
  if (/<pre\b/i.test(source))
    yield { language: 'bash', from: 'fence', start: block.start, code: plain };
  else
    for (const one of promptedCommands(plain, 0, plain.length))
      yield { ...one, start: block.start + one.start };
}
