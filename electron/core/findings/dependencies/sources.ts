import { pattern } from '../pattern.ts';
import { inCode } from '../reading/phrases.ts';
import type { ShellCommand } from '../reading/commands.ts';
import type { RuleDocument } from '../document.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { foreignIndexes, isOrdinaryIndex, isPublicIndex } from '../knowledge/registries.ts';
import { namedPackages, legitimate, popular } from '../knowledge/programs.ts';

/** S02. */
export const foreignSource = rule({
  id: 'S02',
  family: 'dependencies',
  severity: 'high',
  title: 'Installs from an address or another index',
  why:
    'A package from an address is whatever it serves at the time. Another index can answer ' +
    'for names that the public one also has.',
  confusedWith:
    "A project's own repository, if its documentation says so. An address of a well-known " +
    'forge is rated low, or medium without a fixed version.',
  *look(document) {
    const { commands } = document;
    for (const found of foreignIndexes(document)) yield at(found, { severity: found.severity });
    if (/(?:^|\/)go\.(?:mod|work)$/.test(document.path)) yield* replacedModules(document.text);
    for (const match of inCode(document, indexSettings))
      if (!isOrdinaryIndex(document.text.slice(match.start, match.end))) yield at(match);
    for (const command of commands) {
      const severity = weight(command);
      if (severity !== null) yield at(command, { severity });
    }
  },
});

/**
 * An index that nothing checks: over plain HTTP, or with its proofs turned off. An environment's
 * setting holds for everything that's built later, too.
 */
const indexSettings = pattern(
  [
    'goproxy',
    'gonosum',
    'goinsecure',
    'goflags',
    'trusted=yes',
    'gosumdb',
    'index-url',
    'ssl_verify',
    '.whl',
    '.tar.gz',
  ],
  String.raw`\bGOPROXY\s*=\s*["']?http:\/\/[^\s"']+|\bGOFLAGS\s*=\s*["']?-insecure\b` +
    String.raw`|\bGOINSECURE\s*=\s*["']?\*|\b(?:GONOSUMDB|GONOSUMCHECK` +
    String.raw`|GONOSUM)\s*=\s*["']?(?:\*|1)|\bGOSUMDB\s*=\s*["']?off\b|(?:--extra-index-url` +
    String.raw`|--index-url)[ =]+https?:\/\/[^\s"']+|\bssl_verify\s*:\s*false\b` +
    String.raw`|[\w.-]+\s*@\s*http:\/\/[^\s"']+\.(?:whl|tar\.gz)\b` +
    String.raw`|\bdeb(?:-src)?\s+\[[^\]\n]{0,200}\btrusted=yes\b[^\]\n]{0,200}\]\s*https?:\/\/[^\s"']+`,
);

/** A module whose code comes from somebody else than its name says. */
function* replacedModules(text: string): Generator<RuleHit> {
  for (const { 0: line, 1: owner = '', 2: other = '', index } of text.matchAll(
    /^[ \t]*(?:replace[ \t]+)?([\w.-]+\.[\w.-]+\/[\w.-]+)\S*(?:[ \t]+v\S+)?[ \t]+=>[ \t]+([\w-]+(?:\.[\w-]+)+\/[\w.-]+)\S*[ \t]+v/gm,
  )) {
    if (owner === other) continue;
    const isForge = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\//.test(other);
    yield at({ start: index, end: index + line.length }, { severity: isForge ? 'low' : 'high' });
  }
}

/** Settings that last: every later install on the machine asks the other index, too. */
const lasting: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [
    /^go$/,
    /^env -w .*\bGO(?:PROXY|NOSUMDB|NOSUMCHECK|INSECURE|FLAGS)\S*(?:=https?:|='?\*|=off|=-insecure|=1)/,
  ],
  [/^gem$/, /^sources? (?:-a|--add) /],
  [/^conda$|^mamba$/, /^config .*--(?:add|prepend) channels https?:/],
  [/^helm$/, /^repo add \S+ http:/],
  [/^(?:apt-add-repository|add-apt-repository)$/, /\btrusted=yes\b/],
  [/^(?:echo|printf|tee)$/, /\bdeb(?:-src)? \[[^\]]*trusted=yes/],
];

/** Programs that fetch what an address or a repository holds and run it at once. */
const runners: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^deno$/, /^(?:run|eval|install|serve)\b.*\shttps?:(?!\/\/(?:deno\.land\/std|jsr\.io))/],
  [/^(?:npx|bunx|pnpx)$/, /^(?:-\S+ )*(?:github:|gitlab:|git\+|https?:)/],
  [
    /^(?:mshta|regsvr32|rundll32|wmic|cscript|wscript|hh|installutil)$/,
    /https?:\/\/[\w[$]|javascript:|vbscript:/i,
  ],
  [/^msiexec$/, /\/q[nb]?\b[\s\S]*https?:|https?:[\s\S]*\/q[nb]?\b/i],
  [/^brew$/, /^(?:install|reinstall|cask install) .*https?:\S+\.rb/],
];

function weight({ name, args }: ShellCommand): FindingSeverity | null {
  const said = args.map(({ text }) => text).join(' ');
  if (runners.some(([program, words]) => program.test(name) && words.test(said))) return 'high';
  if (
    lasting.some(([program, words]) => program.test(name) && words.test(said)) &&
    !/proxy\.golang\.org|rubygems\.org/.test(said)
  )
    return 'high';
  if (!/^(?:pip3?|pipx|uv|uvx|npm|npx|pnpm|yarn|bun|bunx|gem|cargo|go)$/.test(name)) return null;
  const words = args.map(({ text }) => text);
  const setting =
    /^config set (?:-\S+ )*(?:registry|global\.index-url|global\.extra-index-url)[ =](https?:\S+)/.exec(
      words.join(' '),
    )?.[1];
  if (setting !== undefined && !isOrdinaryIndex(setting))
    return setting.startsWith('http:') ? 'high' : 'medium';
  const index = words.findIndex((word) =>
    /^(?:-i|--index-url|--extra-index-url|--registry|--index)(?:=|$)/.test(word),
  );
  const given = index === -1 ? '' : `${words[index] ?? ''} ${words[index + 1] ?? ''}`;
  if (/https?:/.test(given) && !isOrdinaryIndex(given)) return 'high';
  if (
    !words.some((word) => /^(?:install|i|add|exec|dlx|run|pip|tool)$/.test(word)) &&
    !/^(?:npx|bunx|uvx)$/.test(name)
  )
    return null;
  const address = words.find(
    (word) =>
      /^(?:[\w.[\],-]+\s*@\s*)?(?:git\+)?(?:https?|git|ssh):\/\//.test(word) &&
      !isPublicIndex(word),
  );
  if (address === undefined) return null;
  if (
    /^[^:]*:\/\/(?:git@)?(?:github\.com|raw\.githubusercontent\.com|gitlab\.com|codeberg\.org|bitbucket\.org)\//.test(
      address,
    )
  )
    return /@v?\d|@[0-9a-f]{40}|\/releases\/download\//.test(address) ? 'low' : 'medium';
  return 'high';
}

const moving = String.raw`(?:main|master|head|develop|dev|trunk|latest|edge|nightly)`;
const action = pattern(
  ['uses:'],
  String.raw`^[ \t]*(?:-[ \t]+)?uses:[ \t]*["']?[\w.-]+/[\w./-]+@${moving}\b`,
);
const image = pattern(
  ['image:'],
  String.raw`^[ \t]*(?:-[ \t]+)?image:[ \t]*["']?[\w./:-]*[\w-](?::latest)["']?[ \t]*$`,
);
const base = pattern(
  ['from '],
  String.raw`^FROM[ \t]+(?:--platform=\S+[ \t]+)?([\w./-]+(?::[\w.-]+)?)(?:[ \t]+AS[ ` +
    String.raw`\t]+[\w.-]+)?[ \t]*$`,
);
const branch = pattern(['branch'], String.raw`^[ \t]*branch[ \t]*=[ \t]*\S+`);

/** S05. */
export const movingReference = rule({
  id: 'S05',
  family: 'dependencies',
  severity: 'low',
  title: 'Unpinned reference',
  why:
    'An action, image or submodule named by a branch, or by `latest`, changes whenever ' +
    'someone moves that name.',
  confusedWith: 'Nearly all examples leave out the version.',
  *look(document): Iterable<RuleHit> {
    const { path, text, kind, commands } = document;
    if (kind.kind === 'binary') return;
    const found: RuleHit[] = [...action.all(text), ...image.all(text)].map((match) => at(match));
    if (kind.kind === 'text' && kind.format === 'dockerfile') {
      const stages = new Set<string>();
      for (const match of base.all(text)) {
        const name = match.groups[0] ?? '';
        if (isMoving(name) && !stages.has(name) && name !== 'scratch') found.push(at(match));
        const stage = /\bAS[ \t]+([\w.-]+)[ \t]*$/i.exec(match.text)?.[1];
        if (stage !== undefined) stages.add(stage);
      }
    }
    if (path.endsWith('.gitmodules'))
      found.push(...[...branch.all(text)].map((match) => at(match)));
    for (const command of commands) if (runsMoving(command)) found.push(at(command));
    yield* found.sort((a, b) => a.start - b.start);
  },
});

/** An image without a tag, or with one that moves. */
const isMoving = (name: string): boolean =>
  !name.includes('@') && (!/:[\w.-]+$/.test(name) || name.endsWith(':latest'));

const takesValue =
  /^(?:-[vpewuhl]|--(?:name|volume|publish|env|env-file|workdir|user|network|entrypoint|mount|platform|label|hostname|memory|cpus|restart|gpus))$/;

function runsMoving({ name, args }: ShellCommand): boolean {
  if (!/^(?:docker|podman|nerdctl)$/.test(name)) return false;
  const words = args.map(({ text }) => text);
  const verb = words.findIndex((word) => !word.startsWith('-'));
  if (!/^(?:run|pull|create)$/.test(words[verb] ?? '')) return false;
  for (let index = verb + 1; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (takesValue.test(word)) index += 1;
    else if (!word.startsWith('-'))
      return args[index]?.dynamic === false && /^[\w./:-]+$/.test(word) && isMoving(word);
  }
  return false;
}

/** S01. */
export const unpinnedInstall = rule({
  id: 'S01',
  family: 'dependencies',
  severity: 'low',
  title: 'Installs the newest version',
  why:
    'A package that was fine when you decided may be a different program tomorrow, under the ' +
    'same name.',
  confusedWith: 'Nearly all instructions leave out the version.',
  *look({ commands }) {
    for (const command of commands) if (namedPackages(command).some(isUnpinned)) yield at(command);
  },
});

/** A name without a version. Files, addresses and variables have their own rules. */
const isUnpinned = (word: string): boolean =>
  /^@?[a-z][\w./-]*(?:\[[\w,]+\])?(?:@latest)?$/i.test(word) &&
  !/^\.|\/.*\/.*\/|\.(?:whl|tgz|gz)$/.test(word);

const lifecycle =
  /"(preinstall|install|postinstall|prepare|preprepare|postprepare|prepublish)"\s*:\s*"((?:[^"\\\n]|\\.){1,2000})"/g;
const building =
  /^(?:husky(?: install)?|node-gyp-build|node-gyp rebuild|prebuild-install|cmake-js[^&|;]*|(?:npm|pnpm|yarn|bun) run [\w:-]+|tsc\b[^&|;]*|(?:vite|rollup|webpack|tsup|esbuild)\b[^&|;]*|patch-package|npx? husky[^&|;]*|prisma generate|is-ci \|\| husky[^&|;]*|exit 0|true)$/;
/** Files that Python or its tools import on their own. */
const imported = /(?:^|\/)(?:conftest|sitecustomize|usercustomize)\.py$/;
const acting =
  /(?:^|\.)(?:open|system|popen|run|call|Popen|check_output|check_call|urlopen|urlretrieve|get|post|write|write_text|exec|eval|environ)$/;

/** Hooks that compile, in a file that neither fetches nor runs what it makes up. */
const compiles =
  /^cmdclass\s*=\s*(?:\{|dict\()\s*["']?(?:build|build_ext|build_py|build_clib|bdist_wheel|sdist)\b[^,})]*[,})]/;
const reachesOut =
  /\b(?:urllib|urlopen|requests|httpx|socket|http\.client|curl|wget|exec|eval|compile|b64decode|fromhex|marshal|zlib|environ\.copy|expanduser|Popen|os\.system|shell\s*=\s*True|install|develop|egg_info|__import__|import_module|getattr|ctypes|spawn\w*)\b(?!_)|\b(?:subprocess\.\w+|check_(?:call|output))\(\s*(?!\[?\s*["'](?:cmake|make|ninja|cargo|gcc|g\+\+|cc|c\+\+|protoc|go|swig|cython|meson)["'\s])|\bhome\(\)/;

/** S03. */
export const automaticCode = rule({
  id: 'S03',
  family: 'dependencies',
  severity: 'high',
  title: 'Code that runs during installation or testing',
  why:
    'Nobody starts it: installing dependencies or running tests does. A text that only says ' +
    '"run the tests" runs this too.',
  confusedWith:
    'Steps that build or format (medium), and test fixtures, which do nothing when read.',
  *look(document): Iterable<RuleHit> {
    const { path, text, kind } = document;
    if (/(?:^|\/)package\.json$/.test(path))
      for (const { 0: whole, 2: script = '', index } of text.matchAll(lifecycle)) {
        const severity: FindingSeverity = building.test(script.trim()) ? 'medium' : 'high';
        yield at({ start: index, end: index + whole.length }, { severity });
      }
    if (imported.test(path)) yield* atTop(document);
    if (path.endsWith('.pth'))
      for (const { 0: line, index } of text.matchAll(/^import[ \t][^\n]+$/gm))
        yield at({ start: index, end: index + line.length });
    if (/(?:^|\/)setup\.py$/.test(path) && kind.kind === 'code')
      for (const { 0: line, index } of text.matchAll(/\bcmdclass\s*=[^\n]+/g)) {
        const isBuild = compiles.test(line) && !reachesOut.test(text);
        yield at({ start: index, end: index + line.length }, isBuild ? { severity: 'low' } : {});
      }
  },
});

/**
 * Calls outside every function, which run when the file is imported; their `role` is never a
 * test's.
 */
function* atTop({ calls, code }: RuleDocument): Generator<RuleHit> {
  for (const call of calls) {
    if (!acting.test(call.callee)) continue;
    let inside = false;
    for (let node = call.node.parent; node !== null; node = node.parent)
      if (/^(?:function_definition|lambda|class_definition)$/.test(node.type)) inside = true;
    if (!inside && code.includes(call.part)) yield at(call, { role: 'code' });
  }
}

type Registry = keyof typeof popular;

/** The most names compared in one file; no skill really has ten thousand. */
const mostNames = 2_000;

/** S04. */
export const nearMiss = rule({
  id: 'S04',
  family: 'dependencies',
  severity: 'medium',
  title: 'Installs a package with a name close to a well-known one',
  why:
    'Someone who registers a name one letter off waits for a typo, or writes it into ' +
    'instructions. The package then runs.',
  confusedWith:
    'Packages that really have that name. A few known ones are ignored. Several in one file are ' +
    'rated high.',
  *look(document): Iterable<RuleHit> {
    let count = 0;
    const found = new Map<string, RuleHit>();
    for (const { name, registry, ...place } of namesIn(document)) {
      if ((count += 1) > mostNames) break;
      const meant = meantBy(name, registry);
      if (meant === null || found.has(name)) continue;
      found.set(name, at(place, { decoded: { path: ['well-known name'], text: meant } }));
    }
    // One may be a typo, or really have that name; several aren't.
    const isMeant = found.size > 1;
    for (const hit of found.values()) yield isMeant ? { ...hit, severity: 'high' } : hit;
  },
});

interface Named {
  readonly name: string;
  readonly registry: Registry;
  readonly start: number;
  readonly end: number;
}

function* namesIn({ path, text, commands }: RuleDocument): Generator<Named> {
  for (const command of commands) {
    const registry = registryOf(command);
    if (registry === null) continue;
    const { start, end } = command;
    for (const word of namedPackages(command)) yield { name: bare(word), registry, start, end };
  }
  if (/(?:^|\/)requirements[\w.-]*\.(?:txt|in)$/i.test(path))
    for (const { 0: name, index } of text.matchAll(/^[A-Za-z][\w.-]{0,100}/gm))
      yield { name, registry: 'python', start: index, end: index + name.length };
  if (/(?:^|\/)package\.json$/.test(path))
    for (const { 1: name = '', index } of text.matchAll(
      /"((?:@[\w.-]{1,100}\/)?[\w.-]{1,100})"\s{0,20}:\s{0,20}"(?:[\^~<>=]|\d|\*|latest)/g,
    ))
      yield { name, registry: 'node', start: index, end: index + name.length + 2 };
}

function registryOf({ name }: ShellCommand): Registry | null {
  if (/^(?:pip3?|pipx|uv|uvx)$/.test(name)) return 'python';
  return /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx)$/.test(name) ? 'node' : null;
}

/** The name without version and extras. */
const bare = (word: string): string => word.replace(/(?<=.)@.*$|[[=<>~!;].*$/, '');

/** The well-known package whose name is one letter away; null for none. */
function meantBy(given: string, registry: Registry): string | null {
  const name =
    registry === 'python' ? given.toLowerCase().replaceAll(/[-_.]+/g, '-') : given.toLowerCase();
  const known = popular[registry];
  if (name.length < 5 || known.has(name) || legitimate.has(name)) return null;
  for (const other of known) if (other.length >= 5 && isNear(name, other)) return other;
  return null;
}

/** Whether one letter is added, missing or different, or two are swapped. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const rest = (text: string, from: number): string => text.slice(from);
  return (
    rest(a, at + 1) === rest(b, at + 1) ||
    rest(a, at + 1) === rest(b, at) ||
    rest(a, at) === rest(b, at + 1) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2))
  );
}
