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
