import type { RuleDocument } from '../document.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { environmentReads, type EnvironmentRead } from './environment.ts';

export interface EnvironmentDump {
  readonly start: number;
  readonly end: number;
  /** The code picks out one name, as if it read that variable. */
  readonly narrow: boolean;
  readonly command: ShellCommand | null;
}

/** Where code reads the whole environment and doesn't only pass it to a program. */
export function environmentDumps(document: RuleDocument): readonly EnvironmentDump[] {
  const before = cachedDumps.get(document);
  if (before !== undefined) return before;
  const dumps = dumpsIn(document);
  cachedDumps.set(document, dumps);
  return dumps;
}

const cachedDumps = new WeakMap<RuleDocument, readonly EnvironmentDump[]>();

function dumpsIn(document: RuleDocument): EnvironmentDump[] {
  const ofCommands = document.commands.filter(isDump).map((command) => ({
    start: command.start,
    end: Math.max(command.end, command.into.at(-1)?.end ?? 0),
    narrow: isNarrow(command),
    command,
  }));
  const ofCode = environmentReads(document)
    .filter((read) => read.name === null && !isHandedOn(read, document.text))
    .map(({ start, end }) => ({ start, end, narrow: false, command: null }));
  return [...ofCommands, ...ofCode].sort((a, b) => a.start - b.start);
}

function isDump({ name, args, redirects, within, into }: ShellCommand): boolean {
  const plain = args.every(({ text }) => /^-(?:0|-null)$/.test(text));
  // `set` and `export` alone on a line are harmless; they count only if something reads their
  // output.
  const isRead =
    into.length > 0 ||
    within !== null ||
    redirects.some(({ operator }) => operator.startsWith('>'));
  if (name === 'env' || name === 'printenv') return plain && (isRead || name === 'env');
  if (name === 'set') return args.length === 0 && isRead;
  if (name === 'export' || name === 'declare')
    return args.some(({ text }) => /^-[a-z]*[px]$/.test(text)) && args.length === 1 && isRead;
  if (name === 'compgen') return args.some(({ text }) => text === '-e' || text === '-v');
  if (/^(?:get-childitem|gci|dir|ls|get-item)$/.test(name))
    return args.some(({ text }) => /^env:/i.test(text));
  return args.some(({ text }) => /^\/proc\/(?:self|\d+|\$\$|\*)\/environ$/.test(text));
}

/** `env | grep ^PATH=`: it picks out something other than a key (`env | grep -i key`). */
function isNarrow({ into, within }: ShellCommand): boolean {
  const [next] = into;
  if (
    next === undefined ||
    within !== null ||
    !/^(?:grep|egrep|rg|findstr|select-string)$/.test(next.name)
  )
    return false;
  const sought = next.args.find(({ text }) => !text.startsWith('-'))?.text ?? '';
  const asked = next.args.some(({ text }) => /^-[a-z]*v/.test(text));
  return sought !== '' && !asked && !/key|token|secret|pass|cred|auth|api/i.test(sought);
}

/**
 * `env=os.environ.copy()`, `{ ...process.env }` or similar for a program that it starts, which
 * would get the environment anyway.
 */
function isHandedOn({ start, end, part }: EnvironmentRead, text: string): boolean {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const before = text.slice(Math.max(part.start, lineStart, start - 200), start);
  if (/\benv\s*[=:]\s*[\w.({*|\s]*$/.test(before)) return true;
  if (
    /\b(?:config|settings|cfg|loadEnv|parse|safeParse|validate|cleanEnv|createEnv|Settings)\w*\s*[=(][\w.\s(]*$/i.test(
      before,
    ) &&
    !/json|dumps|stringify/i.test(before)
  )
    return true;
  const name = /^\s*(?:(?:const|let|var)\s+)?([A-Za-z_]\w*)(?:\s*:[^=\n]*)?\s*=/.exec(before)?.[1];
  if (name === undefined) return false;
  const rest = text.slice(end, part.end);
  return (
    new RegExp(`\\benv\\s*[=:]\\s*(?:dict\\()?${name}\\b|[{,]\\s*${name}\\s*[,}]`).test(rest) &&
    /env/i.test(name)
  );
}
