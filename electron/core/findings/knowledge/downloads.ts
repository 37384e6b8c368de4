import type { RuleDocument } from '../document.ts';
import type { ShellCommand, CommandArgument } from '../reading/commands.ts';
import { hostOf } from './addresses.ts';
import { isInterpreter } from './interpreters.ts';
import { namedPackages } from './package-installs.ts';

const downloaders = new Set(
  'curl wget wget2 aria2c fetch http https xh lwp-download lwp-request iwr irm invoke-webrequest invoke-restmethod start-bitstransfer bitsadmin certutil axel downloadfile downloadstring downloaddata downloadfileasync'.split(
    ' ',
  ),
);

/** Commands that download something. */
export const isDownload = (command: ShellCommand): boolean =>
  downloaders.has(command.name) && (command.name !== 'fetch' || addressIn(command) !== null);

/** The first address among a command's arguments. */
export const addressIn = ({ args }: ShellCommand): string | null =>
  args.map(({ text }) => /\bhttps?:\/\/[^\s'"<>)]+/i.exec(text)?.[0]).find(Boolean) ?? null;

/** The file that a download is written to, by the command's arguments; null for its output. */
export function targetOf(command: ShellCommand): string | null {
  const { args, name, redirects } = command;
  if (name === 'downloadfile' || name === 'downloadfileasync') return args[1]?.text ?? null;
  const flags =
    name === 'wget'
      ? /^(?:-[a-zA-Z]*O|--output-document)$/
      : /^(?:-[a-zA-Z]*o|--output|-[oO]ut[fF]ile|-[dD]estination)$/;
  if (args.some(({ text }) => /^-[a-zA-Z]*[oO]-$/.test(text))) return null;
  const at = args.findIndex(({ text }) => flags.test(text));
  const named = at === -1 ? undefined : args[at + 1]?.text;
  if (named !== undefined) return named;
  const joined = args.map(joinedTarget).find((text) => text !== null);
  if (joined !== undefined) return joined;
  const redirect = redirects.find(({ operator }) => /^>>?$/.test(operator));
  if (redirect !== undefined) return redirect.target;
  const asNamed = args.some(({ text }) => /^-[a-z]*O[a-z]*$|^--remote-name$/.test(text));
  if (name !== 'wget' && !asNamed) return null;
  const address = addressIn(command)?.replace(/[?#].*$/, '');
  return address === undefined ? null : (address.split('/').at(-1) ?? null);
}

const joinedTarget = ({ text }: CommandArgument): string | null =>
  /^--(?:output|output-document)=(.+)$/.exec(text)?.[1] ?? null;

/**
 * Installers that the documentation of widely used tools pipes into a shell. A skill's author has
 * no control over these addresses.
 */
const installers = [
  'sh.rustup.rs',
  'get.docker.com',
  'bun.sh/install',
  'deno.land/install.sh',
  'deno.land/install.ps1',
  'bun.sh/install.ps1',
  'deno.land/x/install/install.sh',
  'get.pnpm.io/install.sh',
  'install.python-poetry.org',
  'astral.sh/uv/',
  'astral.sh/ruff/',
  'raw.githubusercontent.com/nvm-sh/nvm/',
  'raw.githubusercontent.com/homebrew/install/',
  'raw.githubusercontent.com/pyenv/pyenv-installer/',
  'raw.githubusercontent.com/rancher/k3d/',
  'raw.githubusercontent.com/helm/helm/',
  'raw.githubusercontent.com/ohmyzsh/ohmyzsh/',
  'raw.githubusercontent.com/golangci/golangci-lint/',
  'raw.githubusercontent.com/aquasecurity/trivy/',
  'raw.githubusercontent.com/anchore/',
  'fnm.vercel.app/install',
  'get.volta.sh',
  'get.helm.sh',
  'get.k3s.io',
  'get.sdkman.io',
  'get.pulumi.com',
  'mise.run',
  'mise.jdx.dev/install.sh',
  'starship.rs/install.sh',
  'ollama.com/install.sh',
  'ollama.ai/install.sh',
  'claude.ai/install.sh',
  'claude.ai/install.ps1',
  'claude.ai/install.cmd',
  'opencode.ai/install',
  'tailscale.com/install.sh',
  'fly.io/install.sh',
  'nixos.org/nix/install',
  'install.determinate.systems/nix',
  'foundry.paradigm.xyz',
  'deb.nodesource.com/setup_',
  'rpm.nodesource.com/setup_',
  'cli.doppler.com/install.sh',
  'dl.google.com/go/',
  'sdk.cloud.google.com',
  'aka.ms/',
  'raw.githubusercontent.com/platformio/platformio-core-installer/',
  'community.chocolatey.org/install.ps1',
  'get.scoop.sh',
  'bootstrap.pypa.io/get-pip.py',
  'apt.llvm.org/llvm.sh',
  'fluxcd.io/install.sh',
  'run.linkerd.io/install',
  'raw.githubusercontent.com/kubernetes-sigs/kustomize/',
  'istio.io/downloadistio',
  'get.trunk.io',
  'cli.github.com/packages/',
  'get.jetify.com/devbox',
];

/** A well-known installer, over a connection that nobody else can answer. */
export function isKnownInstaller(address: string): boolean {
  const place = /^https:\/\/(?:www\.)?(.+)$/i.exec(address)?.[1]?.toLowerCase();
  return place !== undefined && installers.some((known) => reaches(place, known));
}

/** `bun.sh/install` must match neither `bun.sh.example/install` nor `bun.sh/install-mine`. */
const reaches = (place: string, known: string): boolean =>
  place === known ||
  (place.startsWith(known) && (/[/_]$/.test(known) || /^[/?#]/.test(place.slice(known.length))));

/** A release on GitHub with its version in the address. */
export const isVersionedRelease = (address: string): boolean =>
  /^https:\/\/github\.com\/[^/]+\/[^/]+\/releases\/download\/(?:v?\d|v?\$)/.test(address);

/**
 * An installer in a document about the program that its site is named for: `run.linkerd.io` beside
 * commands such as `linkerd check`. A script names what it likes, so only documents count.
 */
export function isOwnInstaller(
  { commands, frontmatter, kind }: RuleDocument,
  command: ShellCommand,
  address: string,
): boolean {
  if (kind.kind !== 'markdown' || command.part.from === 'script') return false;
  if (!/^https:/i.test(address)) return false;
  const host = hostOf(address);
  const labels = host.split('.').slice(0, -1);
  // On a shared host, the owner and the name of the project are in the path.
  const names =
    /^(?:github\.com|raw\.githubusercontent\.com|dl\.cloudsmith\.io|\w+\.(?:github|gitlab)\.io)$/.test(
      host,
    )
      ? address.split('/').slice(3, 6)
      : labels;
  const known = names
    .map((name) => name.toLowerCase())
    .filter(
      (name) =>
        name.length > 2 &&
        !/^(?:www|get|install|raw|cdn|dl|download|public|app|api|cloud|docs|setup|run|sh|cli|static|assets|com|org|net|dev)$/.test(
          name,
        ),
    );
  const about = ['name', 'description']
    .map((field) => String(frontmatter?.get(field)?.value ?? '').toLowerCase())
    .join(' ');
  return known.some(
    (name) =>
      new RegExp(`\\b${name.replaceAll(/[^\w-]/g, '')}\\b`).test(about) ||
      commands.some(
        (one) =>
          (one.name.length > 2 &&
            !isInterpreter(one.name) &&
            !isDownload(one) &&
            isNamedFor(name, one.name)) ||
          namedPackages(one).some((word) => isNamedFor(name, word.toLowerCase())),
      ),
  );
}

/** `fluxcd` for `flux`, `mull-project` for `mull-runner`. */
const isNamedFor = (name: string, program: string): boolean =>
  name.startsWith(program) ||
  (/^\w{4,}-/.test(program) && name.split('-')[0] === program.split('-')[0]);
