/** A flag of the command line. Without `value` it is a switch. */
export interface CommandFlag {
  /** The value's name in help text. */
  readonly value?: string;
  /** Can be given more than once. */
  readonly many?: true;
  readonly about: string;
}

/**
 * Every flag of every command, with its value and description. A command may override the
 * description.
 */
export const flags = {
  server: { value: 'L', about: "the server's label" },
  uri: { value: 'U', about: "the URI of the skill's SKILL.md" },
  folder: {
    value: 'DIR',
    many: true,
    about: 'a skill, or a folder of skills, in place of a server; the same as DIR',
  },
  content: { about: 'also print its files, each read and checked' },
  file: { value: 'PATH', about: "path relative to the skill's folder; SKILL.md by default" },
  note: { value: 'T', about: 'a note stored with the decision' },
  expires: { value: 'DATE', about: 'the date it expires, such as 2027-01-31' },
  grant: { value: 'TOOL', many: true, about: "a tool to allow, from the skill's allowed-tools" },
  'set-digest': {
    value: 'D',
    about:
      'the digest of the set you reviewed: sha256:…, as list, show, read, verify and ' +
      'approve print it',
  },
  'metadata-digest': {
    value: 'D',
    about:
      'the digest of the name, description and frontmatter you reviewed: sha256:…, as show ' +
      'and approve print it',
  },
  lock: {
    value: 'FILE',
    about:
      'approve many at once: every skill served exactly as FILE (from export --as lock) ' +
      'lists it',
  },
  'accept-risk': {
    about: 'approve despite high or critical findings, or with files not checked',
  },
  'read-all': {
    about:
      'read and check every file first; if the server publishes no digests, approve what ' +
      'was read ("self-computed")',
  },
  read: {
    about:
      'read every file and compute its digest; with --resources, FILE already holds the ' +
      'contents ({uri, text} or {uri, blob})',
  },
  resources: {
    value: 'FILE',
    about: "the entry's resources as JSON, or the whole entry; - reads standard input",
  },
  fingerprint: {
    value: 'F',
    about: 'the command you were shown: sha256:…; if it has changed, nothing is allowed',
  },
  identity: {
    value: 'JSON',
    about:
      'an identity, or a server as an app configures it ({"url": …} or {"command": …, ' +
      '"args": […]}), instead of --server',
  },
  expand: {
    value: 'NAME=VALUE',
    many: true,
    about: 'fill in a variable and open the resulting skill',
  },
  http: {
    value: 'PORT',
    about: 'streamable HTTP on 127.0.0.1 instead of stdio; 0 picks a free port',
  },
  expose: {
    value: 'WHAT',
    about: 'skills, index, resources or tools: how the app is shown skills',
  },
  'use-file': {
    about: 'keep the key in a file next to the data it encrypts, for machines without a keychain',
  },
  'use-keychain': { about: "keep the key in the system's keychain" },
  url: { value: 'URL', about: 'connect over HTTP instead of running a command' },
  type: {
    value: 'TYPE',
    about: 'http, sse or well-known; by default http, or sse at an address that refuses http',
  },
  cwd: { value: 'DIR', about: 'the folder the command starts in' },
  'start-in': {
    value: 'DIR',
    about:
      'the folder to start in when there is no --cwd, instead of an empty folder; not part ' +
      "of the server's identity",
  },
  'in-the-clear': {
    about: 'store secrets unencrypted in servers.json when they cannot be encrypted',
  },
  'start-timeout': {
    value: 'SECONDS',
    about: 'how long it may take to start and answer, including one retry; 1 to 600 (default 60)',
  },
  timeout: {
    value: 'SECONDS',
    about: 'give up on each server that has no complete listing after this long; 1 to 600',
  },
  env: { value: 'NAME=VALUE', many: true, about: 'an environment variable for the command' },
  header: { value: 'NAME=VALUE', many: true, about: 'a header to send with every request' },
  from: {
    value: 'HOST|FILE',
    about: 'import from this app or file only; from every app by default',
  },
  give: {
    value: '[LABEL:]NAME[=VALUE]',
    many: true,
    about:
      'a value that an entry needs; NAME alone reads that variable from this shell, and ' +
      'LABEL: says which server gets it when several need it',
  },
  format: { value: 'FORMAT', about: 'text (default), json, sarif or github' },
  watch: { about: 'run again on every change and show what is different, until Ctrl-C' },
  thorough: {
    about: 'list and read again three seconds after the start, for what the server loads late',
  },
  'watch-path': {
    value: 'DIR',
    many: true,
    about: "a folder to watch; by default the folder of the server's script, or its cwd",
  },
  baseline: {
    value: 'FILE',
    about: 'known problems to ignore: one per line, an id or an id and a subject',
  },
  'write-baseline': {
    value: 'FILE',
    about: 'write what fails now to a new file, as a baseline',
  },
  skills: {
    value: 'DIR',
    about: "the folder of the server's skills, so that problems have a file and line",
  },
  expect: {
    value: 'NAME',
    many: true,
    about: "the name or URI of a skill that the server has to list; exit 4 if it doesn't",
  },
  'fail-on': {
    value: 'SEVERITY',
    about: 'critical, high (default), medium, low or info',
  },
  'since-approval': {
    about: 'for a changed skill, show only findings that are new or gone since its approval',
  },
  'allow-unseen': {
    about: "don't fail because the rules couldn't see a skill or a file",
  },
  as: { value: 'FORMAT', about: 'agenticx, lock, csv, markdown or claude-code' },
  bundle: { value: 'FILE', about: 'write signed decisions for a colleague' },
  output: { value: 'FILE', about: 'write to FILE instead of standard output' },
  name: { value: 'N', about: "the key owner's name" },
  'trust-key': {
    about: 'trust the signing key from now on; compare its fingerprint first',
  },
  off: { about: 'stop updating the copy, but keep the file' },
  all: { about: 'every decision' },
  list: { about: 'only show the copies' },
  empty: { about: 'start with no decisions instead' },
  'by-name': { about: 'decisions about local skills, by name alone' },
  'dry-run': { about: 'show what would be written, but write nothing' },
  start: {
    about:
      'also start each protected server whose command you allowed, as its app would and ' +
      'directly, and compare',
  },
  undo: { about: 'restore what was there before' },
  untested: { about: 'write without starting the servers first' },
  repair: { about: 'after an upgrade or a move, point the entries at this Skillgate again' },
  yes: { about: 'go ahead without asking' },
  port: { value: 'N', about: 'the port to use (default: a free one)' },
  idle: { value: 'MINUTES', about: 'stop after this many minutes without an open window' },
  'no-open': { about: "don't open the browser" },
  'no-browser': { about: 'print the address instead of opening it' },
  paste: {
    about: 'paste the address the browser ended at instead of waiting for it, for example over SSH',
  },
  config: {
    value: 'FILE',
    about: 'use the servers in FILE for this run instead of the saved ones',
  },
  'allow-start': {
    about:
      'start commands from that list (--config or SKILLGATE_CONFIG) without asking, for ' +
      'this run; otherwise you are asked at a terminal, and elsewhere nothing starts (exit ' +
      '10)',
  },
  json: { about: 'print one ASCII JSON document to standard output, including errors' },
  help: { about: 'show help for the command' },
  version: { about: "print Skillgate's version" },
} as const satisfies Readonly<Record<string, CommandFlag>>;

export type FlagName = keyof typeof flags;
type Table = typeof flags;

export const isFlag = (name: string): name is FlagName => Object.hasOwn(flags, name);
export const flagOf = (name: FlagName): CommandFlag => flags[name];

/** What a command receives for a flag; an absent flag is undefined, empty or false. */
export type FlagValue<Name extends FlagName> = Table[Name] extends { many: true }
  ? readonly string[]
  : Table[Name] extends { value: string }
    ? string | undefined
    : boolean;
