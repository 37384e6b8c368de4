/** One flag of the command line. Without `value` it is a switch. */
export interface CommandFlag {
  /** How its value is called in a help text. */
  readonly value?: string;
  /** May be given more than once. */
  readonly many?: true;
  readonly about: string;
}

/**
 * Every flag that any command takes: its name, its value and what it is for stand here and
 * nowhere else. A command may say of one what it means to it.
 */
export const flags = {
  server: { value: 'L', about: "the server's label" },
  uri: { value: 'U', about: "the URI of the skill's SKILL.md" },
  content: { about: 'its files too, each read and checked' },
  file: { value: 'PATH', about: "relative to the skill's folder; SKILL.md when absent" },
  note: { value: 'T', about: 'kept with the decision' },
  expires: { value: 'DATE', about: 'such as 2027-01-31' },
  grant: { value: 'TOOL', many: true, about: "one of the skill's allowed-tools" },
  'set-digest': {
    value: 'D',
    about: 'the set that was looked at: sha256:…, as list, show, read, verify and approve print it',
  },
  'metadata-digest': {
    value: 'D',
    about:
      'its name, description and frontmatter that were looked at: sha256:…, as show and approve ' +
      'print it',
  },
  lock: {
    value: 'FILE',
    about: 'many at once: each skill that is served as FILE (export --as lock) names it',
  },
  'read-all': {
    about:
      'first read and check every file; of a skill whose server publishes no digests, what was ' +
      'read is what is approved ("self-computed")',
  },
  read: {
    about:
      'read every file and take its digest from the bytes; with --resources these are the ' +
      'contents as they were read ({uri, text} or {uri, blob})',
  },
  resources: {
    value: 'FILE',
    about: "the entry's resources as JSON, or the whole entry; - is standard input",
  },
  identity: {
    value: 'JSON',
    about:
      'an identity, or a server as a host configures it ({"url": …} or ' +
      '{"command": …, "args": […]}), instead of --server',
  },
  expand: {
    value: 'NAME=VALUE',
    many: true,
    about: 'fill in a variable, and open the skill that results',
  },
  http: { value: 'PORT', about: 'streamable HTTP on 127.0.0.1 instead of stdio; 0: a free port' },
  expose: { value: 'WHAT', about: 'tools: the skills as tools, too, for hosts without skills' },
  'use-file': {
    about: 'the key in a file beside what it opens: for a machine without a keychain',
  },
  'use-keychain': { about: "the key in the system's keychain" },
  url: { value: 'URL', about: 'a server over HTTP, instead of a command' },
  type: { value: 'TYPE', about: 'http (when absent), sse or well-known' },
  cwd: { value: 'DIR', about: 'the folder that the command starts in' },
  'start-in': {
    value: 'DIR',
    about:
      'where it starts for want of a --cwd, instead of an empty folder; no part of who the server is',
  },
  'in-the-clear': {
    about: 'yes to secrets that stand in servers.json as they are, where nothing can encrypt them',
  },
  'start-timeout': {
    value: 'SECONDS',
    about:
      'how long it may take to start and answer, a second try among it; 1 to 600 (60 when absent)',
  },
  env: { value: 'NAME=VALUE', many: true, about: 'a variable of its environment' },
  header: { value: 'NAME=VALUE', many: true, about: 'a header of every request' },
  from: {
    value: 'HOST|FILE',
    about: 'only what this program has, or this file; every program when absent',
  },
  give: {
    value: '[LABEL:]NAME[=VALUE]',
    many: true,
    about:
      "what an entry leaves open; NAME alone takes this shell's variable of that name, and what " +
      'several servers ask for is given to the one that LABEL: names',
  },
  format: { value: 'FORMAT', about: 'text (when absent), json, sarif or github' },
  watch: { about: 'runs again on every change and says what flipped, until Ctrl-C' },
  'watch-path': {
    value: 'DIR',
    many: true,
    about: "whose files are watched; when absent the folder of the server's script, or its cwd",
  },
  baseline: {
    value: 'FILE',
    about: 'faults that are known and do not count: a line of id, or id and subject, for each',
  },
  'fail-on': {
    value: 'SEVERITY',
    about: 'critical, high (when absent), medium, low or info',
  },
  'since-approval': {
    about: 'of a skill that changed since it was approved, only what is new or gone',
  },
  as: { value: 'FORMAT', about: 'agenticx, lock, csv or markdown' },
  bundle: { value: 'FILE', about: 'decisions for a colleague, signed' },
  output: { value: 'FILE', about: 'instead of standard output' },
  name: { value: 'N', about: 'whose key it is' },
  'trust-key': {
    about: 'trust the key that signed it from now on; compare the fingerprint first',
  },
  off: { about: 'ends it and leaves the copy as it is' },
  all: { about: 'every decision' },
  'dry-run': { about: 'show what would be written, and write nothing' },
  undo: { about: 'put back what stood there before' },
  yes: { about: 'do it without asking' },
  port: { value: 'N', about: 'a free port when absent' },
  idle: { value: 'MINUTES', about: 'end after so long without a window' },
  'no-open': { about: 'do not open the browser' },
  'no-browser': { about: 'print the address instead of opening it' },
  paste: {
    about:
      'do not wait for the browser on this machine: paste the address that it ended at, as over SSH',
  },
  config: {
    value: 'FILE',
    about: 'use the servers of FILE for this run instead of the stored ones',
  },
  'allow-start': {
    about:
      'start the commands of that list (--config or SKILLGATE_CONFIG) without asking, this time; ' +
      'else each waits for a yes at a terminal, and elsewhere nothing starts (exit 10)',
  },
  json: { about: 'one JSON document in ASCII on standard output, errors too' },
  help: { about: 'says what the command takes' },
  version: { about: "Skillgate's version" },
} as const satisfies Readonly<Record<string, CommandFlag>>;

export type FlagName = keyof typeof flags;
type Table = typeof flags;

export const isFlag = (name: string): name is FlagName => Object.hasOwn(flags, name);
export const flagOf = (name: FlagName): CommandFlag => flags[name];

/** What a command gets of a flag: one that is not given is undefined, empty, or off. */
export type FlagValue<Name extends FlagName> = Table[Name] extends { many: true }
  ? readonly string[]
  : Table[Name] extends { value: string }
    ? string | undefined
    : boolean;
