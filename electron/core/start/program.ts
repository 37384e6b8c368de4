import { windowsVariable } from '../../../shared/windows-program.ts';
import { isWholePath } from './start-folder.ts';

/** What a program does with its words. */
export type ProgramKind = 'runs' | 'wraps' | 'contacts' | 'unknown';

const names: Readonly<Record<Exclude<ProgramKind, 'unknown'>, string>> = {
  /** Takes a program in its own language, or a package of one, as an argument. */
  runs: `sh bash zsh dash ksh mksh pdksh rksh rbash ash csh tcsh fish yash nu xonsh elvish busybox
    toybox pwsh powershell cmd node nodejs npx npm pnpm pnpx yarn yarnpkg bun bunx deno tsx ts-node
    ts-node-esm esno vite-node babel-node nodemon pm2 electron corepack python pythonw py pyw pypy
    ipython pipx pip uv uvx poetry pdm hatch rye pixi pipenv conda mamba micromamba ruby irb jruby
    bundle bundler rake gem perl php hhvm lua luajit tclsh wish expect guile racket scheme sbcl
    clisp clojure clj elixir iex mix erl escript java javaw jshell jbang groovy kotlin kotlinc scala
    sbt mvn gradle dotnet mono csi fsi go cargo swift julia r rscript octave matlab osascript
    wscript cscript mshta rundll regsvr msiexec awk gawk mawk nawk sed ed ex vi vim nvim emacs m4
    make gmake ninja just task nix nix-shell guix gdb lldb sqlite ghc runghc ocaml crystal nim zig
    dart flutter v8 d8 qjs wasmtime wasmer swipl gforth bc dc jq ld.so ts-node-dev
    ts-node-transpile-only ts-node-script ts-node-cwd jiti zx esr sucrase-node swc-node`,
  /** Runs another program that its arguments name. */
  wraps: `env sudo doas su runuser exec xargs parallel find timeout gtimeout nohup nice ionice chrt
    taskset setsid setarch linux stdbuf unbuffer script time watch entr strace ltrace valgrind perf
    faketime fakeroot proot chroot unshare nsenter bwrap firejail flatpak snap systemd-run
    start-stop-daemon daemonize dbus-run-session dbus-launch xvfb-run rlwrap flock cross-env
    cross-env-shell dotenv dotenv-cli dotenvx env-cmd direnv mise asdf volta fnm nvm op doppler
    infisical aws-vault chamber sops teller concurrently npm-run-all run-s run-p screen tmux dtach
    at batch start open xdg-open wine qemu arch caffeinate sshpass torsocks tsocks proxychains
    apptainer singularity distrobox toolbox runcon setpriv capsh su-exec gosu tini dumb-init chpst
    softlimit envdir setuidgid docker docker-compose podman podman-compose nerdctl lima colima
    kubectl oc helm vagrant wsl supergateway mcp-proxy numactl cgexec prlimit choom uvx-run
    ld-linux-x86- ld-linux ld-musl-x86_ x-terminal-emulator xterm gnome-terminal konsole
    inspector smithery cli c8 nyc forever start-server-and-test sudo-rs pkexec run0 please wait-on
    dotenvx-run foreman honcho mcp-inspector mcp-cli mcpo fastmcp mcp ngrok localtunnel`,
  /** Contacts the host that its arguments name, or runs something there. */
  contacts: `ssh autossh mosh slogin scp sftp rsync curl wget aria2c http https httpie xh psql
    pg_dump pg_restore createdb mysql mysqldump mariadb mongo mongosh redis-cli valkey-cli sqlcmd
    sqlplus nc ncat netcat socat telnet ftp lftp ldapsearch smbclient rclone git svn hg websocat
    grpcurl openssl s_client mosquitto_sub mosquitto_pub dig nslookup ping rlogin rsh rexec`,
};
const kinds = new Map<string, ProgramKind>(
  (['runs', 'wraps', 'contacts'] as const).flatMap((kind) =>
    names[kind].split(/\s+/).map((name) => [name, kind] as const),
  ),
);

/** Take variables as `-e NAME=value`. */
export const containers = new Set(['docker', 'podman', 'nerdctl']);

/** A program's name without folder, extension, tag and version: `C:\perl5.36.0.exe`, `tsx@4`. */
function toolOf(word: string): string {
  const name = word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .toLowerCase();
  if (name.length > 60) return '';
  return name
    .trim()
    .replace(/[@:].*$/s, '')
    .replace(/\.(?:exe|cmd|bat|com|ps1|sh)$/, '')
    .replace(/[-.\d]*\d$/, '');
}

/** Whether a word is the plain name or path of a known program. */
export const isRunner = (word: string): boolean =>
  /^(?:[A-Za-z]:)?[\w./\\-]+$/.test(word) && kinds.has(toolOf(word));

/** What a runner does; the program comes after it. */
const verb = /^(?:run|exec|x|dlx|tool|start|create|init|compose|container|shell|develop|module)$/;
/** Options that take no value: each tool has its own, and case matters. */
const alone: Readonly<Record<string, RegExp>> = {
  npx: /^(?:-y|--yes|-q|--quiet)$/,
  npm: /^(?:-y|--yes|-q|--quiet|-s|--silent)$/,
  bunx: /^--bun$/,
  uvx: /^(?:-q|--quiet|--isolated|--offline)$/,
  uv: /^(?:-q|--quiet|--isolated|--offline)$/,
  python: /^-(?:[uiEsSBOIqvbdx]|m)$/,
  java: /^-jar$/,
  pwsh: /^-File$/i,
  powershell: /^-File$/i,
  docker: /^(?:-i|-t|-it|-d|--rm|--init|--interactive|--tty)$/,
  podman: /^(?:-i|-t|-it|-d|--rm|--init|--interactive|--tty)$/,
};
const aloneAnywhere = /^(?:--|--no-[\w-]+|--prefer-[\w-]+)$/;

/** What is known about an argument's position. */
export interface ArgumentContext {
  readonly tool: string;
  readonly kind: ProgramKind;
  /** Whether the program was certainly named before this position. */
  readonly isNamed: boolean;
}

/**
 * The positions of all arguments, plus one after them. A runner anywhere starts over, because what
 * it may take as its program must not be hidden; so does an unknown program, which may be a runner.
 * A word after an option may or may not be its value and names nothing.
 */
export function placesOf(command: string, args: readonly string[]): readonly ArgumentContext[] {
  let tool = toolOf(command);
  let isNamed = false;
  let before = '';
  const places: ArgumentContext[] = [];
  const here = (): ArgumentContext => ({ tool, kind: kinds.get(tool) ?? 'unknown', isNamed });
  for (const arg of args) {
    places.push(here());
    const other = toolOf(arg);
    const isOption = arg.startsWith('-') || /^\/[a-z]$/i.test(arg);
    if (!isOption && kinds.has(other)) {
      tool = other;
      isNamed = false;
    } else if (!isOption && !isNamed)
      isNamed = canBeProgram(tool, arg) && standsAlone(tool, before);
    before = arg;
  }
  return [...places, here()];
}

const canBeProgram = (tool: string, arg: string): boolean =>
  (/^(?:uvx?|pipx)$/.test(tool) && /^[\w.-]+==[\w.+]+$/.test(arg)) ||
  (arg !== '' && !verb.test(arg) && !/^(?:\w+=|[\d.]+[smhd]?$|0x)/.test(arg));

const standsAlone = (tool: string, option: string): boolean =>
  !option.startsWith('-') ||
  option.includes('=') ||
  aloneAnywhere.test(option) ||
  (Object.hasOwn(alone, tool) && alone[tool]?.test(option) === true);

interface Search {
  readonly platform: NodeJS.Platform;
  /** The program's environment, including the PATH to search. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where it starts. */
  readonly folder: string;
  readonly isProgram: (path: string) => boolean;
}

/**
 * The file that a command means; null if there is none. On Windows a bare name is never looked up
 * in the start folder: the attacker puts an `npx.cmd` into a repository, which the system and most
 * programs would prefer to the one on the PATH.
 */
export function programPath(command: string, search: Search): string | null {
  return candidates(command, search).find(search.isProgram) ?? null;
}

function candidates(command: string, search: Search): readonly string[] {
  const { platform, folder } = search;
  const isWindows = platform === 'win32';
  const names = isWindows ? withEndings(command, search) : [command];
  if (isWholePath(command, platform)) return names;
  const isPath = command.includes('/') || (isWindows && command.includes('\\'));
  const folders = isPath ? [folder] : pathFolders(search);
  const separator = isWindows ? '\\' : '/';
  return folders.flatMap((one) =>
    names.map((name) => (/[\\/]$/.test(one) ? `${one}${name}` : `${one}${separator}${name}`)),
  );
}

/** A relative folder on the PATH is relative to the start folder. */
function pathFolders({ platform, env, folder }: Search): readonly string[] {
  const isWindows = platform === 'win32';
  const path = valueOf(env, 'PATH', isWindows) ?? '';
  const listed = path.split(isWindows ? ';' : ':');
  if (isWindows)
    return listed
      .map((one) => one.trim().replace(/^"(.*)"$/, '$1'))
      .filter((one) => isWholePath(one, platform));
  return listed.map((one) =>
    one.startsWith('/') ? one : one === '' ? folder : `${folder}/${one}`,
  );
}

const usualEndings = '.COM;.EXE;.BAT;.CMD';

function withEndings(command: string, { env }: Search): readonly string[] {
  const endings = (valueOf(env, 'PATHEXT', true) ?? usualEndings)
    .split(';')
    .filter((ending) => ending.startsWith('.'));
  const name = command.replace(/^.*[\\/]/, '');
  const added = endings.map((ending) => `${command}${ending.toLowerCase()}`);
  return name.includes('.') ? [command, ...added] : added;
}

function valueOf(env: Search['env'], name: string, anyCase: boolean): string | undefined {
  if (!anyCase) return env[name];
  return windowsVariable(env, name);
}

/** Short words, some without a vowel, that names are made of. */
const acronyms = new Set(
  [
    'mcp api sse rpc sql http https ftp ssh tls ssl html css xml json yaml pdf csv url uri cdn dns',
    'aws gcp ai ml llm gpt sdk cli gui ide ios mac win arm amd dev prod test db mq js ts py go vm',
  ].flatMap((words) => words.split(' ')),
);

/** Words with digits: systems, encodings and protocols. */
const withDigits = new RegExp(
  '(?<![A-Za-z])(?:x86|x64|win(?:32|64)|arm64|amd64|aarch64|utf8|base(?:32|64)|md5|' +
    'sha(?:1|256|512)|k8s|ec2|oauth2|http2|ipv[46]|log4j|neo4j|h26[45]|web3)',
  'gi',
);
/** Letters in camel case, capitals, digits. */
const pieces = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** Whether a piece is pronounceable or a year. */
function reads(piece: string): boolean {
  if (/^\d/.test(piece)) return /^(?:19|20)\d\d$/.test(piece);
  const word = piece.toLowerCase();
  return (
    acronyms.has(word) || (word.length > 2 && /[aeiouy]/.test(word) && !/[^aeiouy]{5}/.test(word))
  );
}

/**
 * How much of a text's letters and digits is in pronounceable words, from 0 to 1: a third of
 * `AbC123xyz`, nearly all of `K8sCluster` and `OAuth2Server`. All of a text without any.
 */
export function senseOf(text: string): number {
  let [all, said] = [0, 0];
  const rest = text.replaceAll(withDigits, (word) => {
    all += word.length;
    said += word.length;
    return ' ';
  });
  for (const [piece] of rest.matchAll(pieces)) {
    all += piece.length;
    if (reads(piece)) said += piece.length;
  }
  return all === 0 ? 1 : said / all;
}

export const isSenseless = (text: string): boolean => senseOf(text) <= 0.5;

/**
 * How often letters, capitals and digits alternate; a word's initial capital doesn't count as a
 * change.
 */
export const turnsIn = (text: string): number =>
  text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
