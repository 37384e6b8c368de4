import type { NotInspectedReason } from '../../../../shared/model/severity.ts';
import type { CodeCall } from './calls.ts';
import type { CodePart } from './literals.ts';
import { commandsOf, type ShellCommand } from './commands.ts';
import type { ParseBudget } from './parsing.ts';
import { shellValuesOf } from './shell-values.ts';
import { shellTextOf } from './shell-in-calls.ts';

interface Read {
  readonly text: string;
  readonly calls: readonly CodeCall[];
  readonly commands: readonly ShellCommand[];
}

interface ShellText {
  readonly source: string;
  readonly part: CodePart;
  readonly start: number;
  readonly end: number;
  readonly call: CodeCall | null;
}

/** How many nested shells are followed. */
const deepest = 3;
const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'eval']);

/**
 * The commands in strings that a program or a shell passes to a shell: `os.system("…")`,
 * `bash -c '…'`, `eval '…'`. The place of each is that of the whole string.
 */
export async function shellTextsOf(
  read: Read,
  parsing: ParseBudget,
  gaps: { reason: NotInspectedReason; detail: string }[],
): Promise<ShellCommand[]> {
  const found: ShellCommand[] = [];
  let open: ShellText[] = [
    ...read.calls.flatMap((call) => {
      const source = shellTextOf(call);
      return source === null
        ? []
        : [{ source, part: call.part, start: call.start, end: call.end, call }];
    }),
    ...read.commands.flatMap(handedOn),
  ];
  if (open.length === 0) return [];
  for (let level = 0; level < deepest && open.length > 0; level += 1) {
    const next: ShellText[] = [];
    for (const { source, part, start, end, call } of open) {
      const tree = await parsing.parse('bash', source, 0);
      // The document's own language already reports a missing grammar.
      if (tree === 'no-grammar') return [];
      if (tree === 'too-slow' || tree === 'too-deep')
        gaps.push({ reason: tree, detail: 'shell in a string, not parsed' });
      const read = {
        ...part,
        language: 'bash',
        tree: typeof tree === 'string' ? null : tree,
      } as const;
      const inner = commandsOf(read, source, shellValuesOf([read], source), call);
      found.push(...moved(inner, { start, end, part }));
      next.push(...inner.flatMap(handedOn).map((one) => ({ ...one, part, start, end, call })));
    }
    open = next;
  }
  return found;
}

/** Commands with a text in their arguments that a shell runs, now or later. */
const holders =
  /^(?:trap|watch|ssh|su|script|tmux|screen|flock|parallel|osascript|adb|docker|podman|kubectl|find|wsl|start-process|entr|hyperfine|at|byobu|sg|unshare|nsenter|systemd-run)$/;

/** Words of such a command that are more than one word themselves. */
function heldTexts({ name, args }: ShellCommand): string[] {
  if (!holders.test(name)) return [];
  return args.slice(0, 30).flatMap(({ text }) => {
    const said = text.replace(/^do shell script\s+/, '').replace(/^\\?"([\s\S]*?)\\?"$/, '$1');
    return /\S\s+\S/.test(said) && said.length < 4_000 ? [said] : [];
  });
}

/** The text that a command passes to a new shell. */
function handedOn(command: ShellCommand): ShellText[] {
  const { part, start, end, call } = command;
  const held = heldTexts(command);
  if (held.length > 0) return held.map((source) => ({ source, part, start, end, call }));
  // `find -exec sh -c '…'`, `docker run x sh -c '…'`
  if (!shells.has(command.name)) return [];
  if (command.name === 'eval') {
    if (command.args.length === 0 || command.args.some(({ dynamic }) => dynamic)) return [];
    return [{ source: command.args.map(({ text }) => text).join(' '), part, start, end, call }];
  }
  const flag = command.args.findIndex(({ text }) => /^-[a-z]*c$/.test(text));
  const given = flag === -1 ? undefined : command.args[flag + 1];
  if (given === undefined) return [];
  const source = given.dynamic ? given.text.replace(/^"([\s\S]*)"$/, '$1') : given.text;
  return [{ source, part, start, end, call }];
}

/** Moves the commands of a string to the place where it is passed on. */
function moved(
  commands: readonly ShellCommand[],
  place: { readonly start: number; readonly end: number; readonly part: CodePart },
): ShellCommand[] {
  const made = new Map<ShellCommand, ShellCommand>();
  const put = (command: ShellCommand): ShellCommand => {
    const known = made.get(command);
    if (known !== undefined) return known;
    const { start, end, part } = place;
    const args = command.args.map((word) => ({ ...word, start, end }));
    const placed = { ...command, part, start, end, args, into: [] as ShellCommand[], within: null };
    made.set(command, placed);
    return Object.assign(placed, {
      into: command.into.map(put),
      within: command.within === null ? null : put(command.within),
    });
  };
  return commands.map(put);
}

/** Programs that instructions tell people and models to run, by their names. */
const programs = new Set(
  (
    'ag apt apt-get awk aws az base64 bash brew bun bundle bunx bzip2 cargo cat chmod chown ' +
    'claude ' +
    'clip cmake code codex composer conda cp crontab curl cut dd deno dig dnf docker dotnet ' +
    'echo env ' +
    'export fd ffmpeg find firebase flyctl gcloud gem gh git go gpg gradle grep gsutil ' +
    'gunzip gzip ' +
    'head helm heroku host java javac jq kill kubectl launchctl less ln ls make mkdir ' +
    'mongosh mv mvn ' +
    'mysql nano nc ncat netcat netlify nice node nohup npm npx nslookup op openssl osascript ' +
    'pandoc ' +
    'pbcopy pbpaste perl php ping pip pip3 pipx pkill pnpm podman poetry printenv printf ' +
    'psql pulumi ' +
    'pwsh powershell pytest python python3 railway rclone redis-cli reg rg rm rmdir rsync ' +
    'ruby rustc ' +
    'rustup scp screencapture screen security sed service sftp sh shasum sleep snap socat ' +
    'sort source ' +
    'sqlite3 ssh ssh-add ssh-keygen sshpass strings su sudo supabase swift systemctl tail ' +
    'tar tee ' +
    'telnet terraform time tmux touch tr ts-node tsc tsx uname uniq unzip uv uvx vault ' +
    'vercel vim ' +
    'wget whoami wrangler xargs xclip xsel xxd yarn yq zip zsh ' +
    'certutil bitsadmin iex iwr irm invoke-webrequest invoke-restmethod invoke-expression ' +
    'schtasks ' +
    'start-process set-content add-content out-file get-content'
  ).split(' '),
);

/** The name of a program that people commonly run. */
export const isProgramName = (name: string): boolean => programs.has(name);
