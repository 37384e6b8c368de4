import type { RuleDocument } from '../document.ts';
import type { ShellCommand, CommandArgument } from '../reading/commands.ts';
import { subjectOf } from './about.ts';
import { hostOf } from './addresses.ts';
import { isInterpreter, namedPackages } from './programs.ts';
import type { CodeCall } from '../reading/calls.ts';
import { startsProcess, shellTextOf } from '../reading/shell-in-calls.ts';

const downloaders = new Set(
  'curl wget wget2 aria2c fetch http https xh lwp-download lwp-request iwr irm invoke-webrequest invoke-restmethod start-bitstransfer bitsadmin certutil axel downloadfile downloadstring downloaddata downloadfileasync'.split(
    ' ',
  ),
);

/** Other programs that print or save bytes of another machine, by their arguments. */
const fetching: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^(?:lynx|elinks|links|w3m)$/, /(?:^| )-{1,2}(?:source|dump)/],
  [
    /^(?:python[\d.]*|node|nodejs|deno|bun|perl|ruby|php)$/,
    /^(?:-\S+ )*(?:-[a-zA-Z]*[cer]|--eval|eval) [\s\S]*\b(?:urlopen|urlretrieve|requests|httpx|fetch|https?\.get|LWP|HTTP::Tiny|getprint|open-uri|URI\.open|Net::HTTP|file_get_contents|curl_exec)\b/,
  ],
  [/^git$/, /\barchive\b.*--remote/],
  [/^gh$/, /^(?:api\b.*(?:\/contents\/|\/git\/blobs\/|\bgists\/|raw)|gist view\b)/],
  [/^(?:dig|host|nslookup|drill|kdig|resolvectl|doggo)$/, /\bTXT\b/i],
  [/^openssl$/, /^s_client\b/],
  [/^ssh$/, /\s(?:cat|tail|head|base64|zcat)\s/],
  [
    /^(?:nc|ncat|netcat)$/,
    /^(?:-[a-z\d]+ )*[\w.-]+\.[a-z]{2,}\s\d+$|^(?:-[a-z\d]+ )*\d+(?:\.\d+){3}\s\d+$/,
  ],
  [/^aws$/, /^s3 (?:cp|mv|sync) (?:--\S+ )*s3:|^s3api get-object/],
  [/^gsutil$|^gcloud$/, /^(?:-\S+ )*(?:storage )?(?:cat|cp|rsync) (?:-\S+ )*gs:/],
  [/^az$/, /^storage blob download/],
  [/^rclone$/, /^(?:cat|copy|copyto|sync) \w+:/],
  [/^(?:scp|rsync|sftp)$/, /^(?:-\S+ )*[^\s/]+@?[\w.-]+:\S+(?: \S+)?$/],
  [/^(?:tftp|ftp|lftp|ncftpget|smbclient)$/, /\bget\b|-c\s+get|^-[a-z]*o/],
  [/^(?:ipfs)$/, /^(?:cat|get)\b/],
];

/** Commands that download something. */
export function isDownload(command: ShellCommand): boolean {
  const { name, args } = command;
  if (downloaders.has(name)) return name !== 'fetch' || addressIn(command) !== null;
  const own = fetching.find(([program]) => program.test(name));
  return own !== undefined && own[1].test(args.map(({ text }) => text).join(' '));
}

/** The first address among a command's arguments. */
export const addressIn = ({ args }: ShellCommand): string | null =>
  args.map(({ text }) => /\bhttps?:\/\/[^\s'"<>)]+/i.exec(text)?.[0]).find(Boolean) ?? null;

/** The file that a download is written to, by the command's arguments; null for its output. */
export function targetOf(command: ShellCommand): string | null {
  const { args, name, redirects } = command;
  if (name === 'certutil' || name === 'bitsadmin') return copiedTo(command);
  if (name === 'downloadfile' || name === 'downloadfileasync') return args[1]?.text ?? null;
  const flags =
    name === 'wget'
      ? /^(?:-[a-zA-Z]*O|--output-document)$/
      : /^(?:-[a-zA-Z]*o|--output|-[oO]ut[fF]ile|-[dD]estination)$/;
  const redirect = redirects.find(({ operator }) => /^&?>>?\|?$/.test(operator));
  if (!downloaders.has(name)) return redirect?.target ?? copiedTo(command);
  if (args.some(({ text }) => /^-[a-zA-Z]*[oO](?:-|\/dev\/stdout)$/.test(text)))
    return redirect?.target ?? null;
  const at = args.findIndex(({ text }) => flags.test(text));
  const named = at === -1 ? undefined : args[at + 1]?.text;
  if (named !== undefined && !/^(?:-|\/dev\/stdout)$/.test(named)) return named;
  const joined = args.map(joinedTarget).find((text) => text !== null);
  if (joined !== undefined) return joined;
  if (redirect !== undefined) return redirect.target;
  const asNamed = args.some(({ text }) => /^-[a-z]*O[a-z]*$|^--remote-name$/.test(text));
  if (name !== 'wget' && !asNamed) return null;
  const address = addressIn(command)?.replace(/[?#].*$/, '');
  return address === undefined ? null : (address.split('/').at(-1) ?? null);
}

const joinedTarget = ({ text }: CommandArgument): string | null =>
  /^(?:--(?:output|output-document)=|-[a-zA-Z]{0,6}[oO](?=[~/.$]))(.+)$/.exec(text)?.[1] ?? null;

/** The last word of a copy from another machine. */
function copiedTo({ name, args }: ShellCommand): string | null {
  if (!/^(?:aws|gsutil|gcloud|az|rclone|scp|rsync|certutil|bitsadmin)$/.test(name)) return null;
  const last = args.at(-1)?.text ?? '';
  return /^-|:\/\/|^\w+:/.test(last) ? null : last;
}

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
  'dl.k8s.io/release/',
  'storage.googleapis.com/cloud-sql-connectors/',
  'raw.githubusercontent.com/ajeetdsouza/zoxide/',
  'raw.githubusercontent.com/cargo-bins/cargo-binstall/',
  'raw.githubusercontent.com/direnv/direnv/',
  'raw.githubusercontent.com/junegunn/fzf/',
  'raw.githubusercontent.com/zsh-users/',
  'raw.githubusercontent.com/asdf-vm/',
  'raw.githubusercontent.com/rbenv/',
  'raw.githubusercontent.com/tfutils/',
  'raw.githubusercontent.com/terraform-linters/',
  'raw.githubusercontent.com/goreleaser/',
  'raw.githubusercontent.com/argoproj/',
  'raw.githubusercontent.com/jesseduffield/lazygit/',
  'raw.githubusercontent.com/jesseduffield/lazydocker/',
  'raw.githubusercontent.com/nektos/act/',
  'raw.githubusercontent.com/denoland/',
  'raw.githubusercontent.com/wasmerio/',
  'raw.githubusercontent.com/bytecodealliance/',
  'rustwasm.github.io/wasm-pack/installer/',
  'wasmtime.dev/install.sh',
  'get.wasmer.io',
  'get.nextflow.io',
  'micro.mamba.pm/install.sh',
  'repo.anaconda.com/miniconda/',
  'pixi.sh/install.sh',
  'pyenv.run',
  'getcomposer.org/installer',
  'get-ghcup.haskell.org',
  'install.julialang.org',
  'cli.moonbitlang.com/install/',
  'get.smallstep.com',
  'install.duckdb.org',
  'setup.atuin.sh',
  'get.rke2.io',
  'get.opentofu.org/install-opentofu.sh',
  'releases.hashicorp.com/',
  'azurecliprod.blob.core.windows.net/',
  'awscli.amazonaws.com/',
  'install.teleport.dev',
  'get.glasskube.dev',
  'sh.vector.dev',
  'install.meteor.com',
  'ziglang.org/download/',
  'nim-lang.org/choosenim/init.sh',
  'raw.githubusercontent.com/probe-rs/',
];

/** A path that leaves its folder, and a commit, which anybody's copy of a repository may bring. */
const isElsewhere = /\/\.|%2e|\/[\da-f]{40}\/|\/refs\/pull\//i;

/** A well-known installer, over a connection that nobody else can answer. */
export function isKnownInstaller(address: string): boolean {
  const place = /^https:\/\/(?:www\.)?(.+)$/i.exec(address)?.[1]?.toLowerCase();
  return (
    place !== undefined &&
    !isElsewhere.test(place) &&
    installers.some((known) => reaches(place, known))
  );
}

/** `irm get.scoop.sh`: the same without a scheme, which anybody in between can answer. */
export const isBareInstaller = (words: readonly string[]): boolean =>
  words.some(
    (word) => /^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(word) && isKnownInstaller(`https://${word}`),
  );

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
  document: RuleDocument,
  command: ShellCommand,
  address: string,
): boolean {
  const { commands, kind } = document;
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
  const about = subjectOf(document).toLowerCase();
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

/**
 * Calls that give bytes of another machine, or a connection to it: what is read from the connection
 * is followed by its name.
 */
const fetchingCalls =
  /^(?:requests\.(?:get|post|request|Session|session)|httpx\.(?:get|post|request|stream|Client|AsyncClient)|aiohttp\.(?:ClientSession|request)|urllib3\.(?:PoolManager|request)|urllib2?\.(?:request\.)?(?:urlopen|urlretrieve|build_opener)|urlopen|urlretrieve|http\.client\.HTTPS?Connection|httplib2?\.\w+|ftplib\.FTP(?:_TLS)?|telnetlib\.Telnet|imaplib\.\w+|poplib\.\w+|socket\.(?:socket|create_connection)|ssl\.create_connection|websockets?\.(?:create_connection|connect)|xmlrpc\.client\.ServerProxy|paramiko\.SSHClient|boto3\.(?:client|resource)|dns\.resolver\.(?:resolve|query|Resolver)|dns\.(?:resolveTxt|promises\.resolveTxt|resolve)|pycurl\.Curl|gdown\.download|wget\.download)$|^(?:fetch|axios|axios\.(?:get|post|request|create)|got|got\.(?:get|stream|post)|ky\.?\w*|needle|superagent\.get|request|request\.get|undici\.(?:request|fetch|stream)|https?\.(?:get|request)|net\.(?:connect|createConnection|Socket)|tls\.connect|WebSocket|EventSource|XMLHttpRequest|Deno\.connect|Bun\.connect|\$\.(?:get|ajax|getScript))$|^(?:URI\.open|open-uri|URI\.parse\.(?:open|read)|Net(?:\.|::)HTTP(?:\.|::)?(?:get|get_response|start|new|post)?|HTTParty\.\w+|Faraday\.\w+|RestClient\.\w+|Excon\.\w+|HTTP\.get|Down\.download|TCPSocket\.(?:new|open)|Resolv\w*(?:\.|::)\w+)|(?:^|[.:])(?:resolveTxt|getresponse|DownloadString|DownloadData|GetStringAsync|GetByteArrayAsync|getprint|curl_exec|dns_get_record|gethostbyname_ex)$|^(?:http\.(?:Get|Post)|reqwest\.(?:blocking\.)?get|ureq\.get|minreq\.get|socket\.http\.request|http\.request|net\.(?:Dial|LookupTXT)|gethttp|LWP\.\w+|HTTP\.Tiny\.new|URL|java\.net\.URL|HttpClient\.newHttpClient)$/;
/** Raw connections in languages without a grammar. */
const connecting =
  /(?:^|[.:])(?:Socket|SSLSocket|createSocket|TcpClient|UdpClient|DatagramSocket|fsockopen|stream_socket_client|NWConnection|SocketChannel\.open)$|\bTcpStream[.:]+connect$|^net\.Dial\w*$|^tls\.Dial\w*$|\bIO[.:]+Socket\b.*new$/;
/** Shell commands whose output comes from elsewhere. */
const command =
  /(?:^|[|;&(]\s*)(?:curl|wget|aria2c|lynx|fetch|dig|nslookup|nc|ncat|ssh|gh\s+(?:api|gist)|aws\s+s3|gsutil|rclone)\s/;

export function isFetch(call: CodeCall): boolean {
  const { callee, part, args } = call;
  if (callee === 'URL' || callee === 'java.net.URL') return part.language === 'other';
  if (callee === 'request' && args.length === 0) return false;
  if (fetchingCalls.test(callee)) return true;
  // `file_get_contents("https://…")`, `readLines("https://…")`, `open("https://…")`.
  if (
    /^(?:file_get_contents|file|fopen|readLines|readfile|read\.csv|open|get|slurp|URL\.openStream)$/.test(
      callee,
    )
  )
    return /^(?:https?|ftp):/.test(args[0]?.value ?? '');
  if (part.language === 'other' && connecting.test(callee)) return true;
  return startsProcess(call) && command.test(shellTextOf(call) ?? '');
}
