import { hostOf, isForeign, isLocal } from '../knowledge/addresses.ts';
import { environmentDumps, environmentReads, isSecretName } from '../knowledge/environment.ts';
import { perDocument } from '../knowledge/about.ts';
import {
  namedStores,
  opens,
  packedAndSent,
  privatePaths,
  privateWords,
  type TakenSecret,
} from '../knowledge/private-words.ts';
import { belongsTo, isOfVendor } from '../knowledge/secret-files.ts';
import { isSecretFile, secretReads } from '../knowledge/secret-reads.ts';
import { requestsIn, sends } from '../knowledge/contacted-hosts.ts';
import { leavingOf, type NetworkSender, sendersOf } from '../knowledge/leaving.ts';
import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/literals.ts';
import { follow, type ExpressionTest } from '../reading/flow.ts';
import { at, rule, type RuleHit } from '../rule.ts';

/** E06. */
export const secretSent = rule({
  id: 'E06',
  family: 'secrets',
  severity: 'critical',
  title: 'Reads secrets and sends them over the network',
  why:
    'Both halves of a theft are in one place: the skill reads a secret and sends it off the ' +
    'machine.',
  confusedWith: 'Signing in sends a secret to the service it belongs to, which is ignored.',
  *look(document) {
    const hits = [...byFlow(document)];
    yield* hits.length > 0 ? hits : byWords(document);
  },
});

/** Both halves where the code says what goes where, or names them side by side. */
function* byFlow(document: RuleDocument): Generator<RuleHit> {
  const senders = sendersOf(document).filter(({ address }) => !isLocal(hostOf(address)));
  const taken = takenIn(document);
  yield* besideAddress(document, taken);
  for (const sender of senders) {
    const part = (sender.command ?? sender.call)?.part;
    if (part === undefined) continue;
    const sources = taken.filter(({ start, end }) => part.start <= start && end <= part.end);
    const related = sources.slice(0, 20).map(({ start, end }) => ({ start, end }));
    if (
      carries(sender, follow(part, document.text, sources.filter(isStolenBy(sender)))) ||
      sendsForeign(document, sender, part) ||
      signsInElsewhere(document, sender, sources, part)
    )
      yield at(sender, {
        related,
        ...(signsIn(document, sender, sources) && !sendsForeign(document, sender, part)
          ? { severity: 'medium' as const }
          : {}),
      });
    else if (isLabelled(sender)) yield at(sender, { severity: 'high' });
    else if (sources.some(({ isFile }) => isFile) && sender.body.length > 0)
      yield at(sender, { severity: 'high', related });
  }
  yield* byOtherWays(document, taken);
}

/** Texts that nothing carries out. Most recipes and settings of tools have other names. */
const proseNames =
  /\.(?:txt|rst|adoc|org|log|eml)$|(?:^|\/)(?:readme|license|notice|changelog|authors|copying)[^/]*$/i;

/** What the words of a program say where nothing else says it. */
function* byWords(document: RuleDocument): Generator<RuleHit> {
  const { kind, blocks, path, text } = document;
  const isProse = kind.kind === 'text' && kind.format === 'plaintext' && proseNames.test(path);
  const fences = blocks.flatMap((block) => (block.kind === 'fence' ? [block.content] : []));
  const parts = kind.kind === 'markdown' ? fences : isProse ? [] : [{ start: 0, end: text.length }];
  for (const { start, end } of parts) {
    const found = packedAndSent(text.slice(start, end), start);
    if (found === null) continue;
    return yield at(found, { severity: 'high', related: [found.secret] });
  }
}

/** Mail, tickets, copies, name lookups, open connections, and files that were saved first. */
function* byOtherWays(document: RuleDocument, taken: readonly TakenSecret[]): Generator<RuleHit> {
  if (taken.length === 0) return;
  const saved = savedSecrets(document, taken);
  const known = sendersOf(document);
  for (const sender of [...known, ...leavingOf(document)]) {
    const part = (sender.command ?? sender.call)?.part;
    if (part === undefined || isLocal(hostOf(sender.address))) continue;
    const sources = taken.filter(
      (one) =>
        part.start <= one.start &&
        one.end <= part.end &&
        !(one.start === sender.start && one.end === sender.end && isOwnRequest(sender)),
    );
    const holds = follow(
      part,
      document.text,
      sources.filter(sender.address === '' ? () => true : isStolenBy(sender)),
    );
    const words = [...sender.body.map(({ text }) => text), ...argsOf(document, sender)];
    const hasSaved = saved.some((path) => words.some((word) => word.includes(path)));
    const isNew = !known.includes(sender);
    const inHeader =
      sender.headers.length > 0 &&
      sender.headers.some(
        follow(
          part,
          document.text,
          sources.filter(({ kind }) => kind === null),
        ),
      );
    if (!hasSaved && !inHeader && !(isNew && sender.body.some(holds))) continue;
    yield at(sender, {
      severity: !hasSaved && signsIn(document, sender, sources) ? 'medium' : 'high',
      related: sources.slice(0, 20).map(({ start, end }) => ({ start, end })),
    });
  }
}

/** `ssh -i ~/.ssh/key host` reads a key to sign in with it. */
const isOwnRequest = ({ command }: NetworkSender): boolean =>
  command !== null && !command.redirects.some(({ target }) => target.startsWith('/dev/'));

/** The words of a command; for a push, also those of what was added to it. */
const argsOf = ({ commands }: RuleDocument, { command }: NetworkSender): string[] =>
  (command?.name === 'git'
    ? commands.filter(({ name, args }) => name === 'git' && args[0]?.text === 'add')
    : command === null
      ? []
      : [command]
  ).flatMap(({ args }) => args.map(({ text }) => text));

const packing = /^(?:tar|zip|7z|rar|compress-archive|cp|gpg2?|openssl|base64|sqlite3|ditto)$/;
const isArchive = (word: string): boolean =>
  /\.(?:tgz|tar(?:\.\w+)?|zip|7z|rar|gz|enc|gpg|age|b64|bin|dat|dump|bak|db|tmp)["']?$/i.test(word);

/** Files that commands save a secret in: `env > /tmp/o`, `cat key | base64 > o`. */
const savedSecrets = ({ commands }: RuleDocument, taken: readonly TakenSecret[]): string[] =>
  commands
    .filter((one) => taken.some(({ start }) => one.start === start))
    .flatMap((one) => [one, ...one.into])
    .flatMap(({ redirects, name, args }) => [
      ...redirects.filter(({ operator }) => operator.startsWith('>')).map(({ target }) => target),
      ...(name === 'tee' ? args.map(({ text }) => text) : []),
      ...(packing.test(name) ? args.map(({ text }) => text).filter(isArchive) : []),
    ])
    .filter((path) => path.length > 2 && !/^(?:\/dev\/|&|-)/.test(path));

/**
 * What names something private and what sends, as words of one text: a script in a language whose
 * calls aren't known, or a manifest that a tool carries out.
 */
function* besideAddress(document: RuleDocument, taken: readonly TakenSecret[]): Generator<RuleHit> {
  for (const { start, end } of wordedParts(document)) {
    const said = document.text.slice(start, end);
    if (!sends.test(said)) continue;
    const own = taken.filter((one) => start <= one.start && one.end <= end);
    const sources = [...own, ...privateWords(said, start)].filter(
      ({ isFile, kind }) => isFile || kind === null,
    );
    const found = [...requestsIn(said, start)].find(({ address }) =>
      sources.some((one) => isStolenBy({ address })(one) && !isOfVendor(one.kind ?? '', address)),
    );
    if (found !== undefined)
      yield at(found, { severity: 'high', related: sources.slice(0, 20).map(placeOf) });
  }
}

const placeOf = ({ start, end }: TakenSecret): { start: number; end: number } => ({ start, end });

/** The parts of a document that are only read by their words, and aren't prose. */
function wordedParts({ kind, code, text }: RuleDocument): { start: number; end: number }[] {
  if (kind.kind === 'code' && kind.language !== 'javascript') return [];
  if (kind.kind === 'markdown' || kind.kind === 'code')
    return code.filter(({ from, language }) => from !== 'inline' && isWorded.test(language));
  const isTable = kind.kind === 'data' && kind.format === 'table';
  const isProse = kind.kind === 'text' && kind.format === 'plaintext';
  return kind.kind === 'binary' || isTable || isProse ? [] : [{ start: 0, end: text.length }];
}

/** Extensions and macros in JavaScript get what is private from their host's own objects. */
const isWorded = /^(?:other|javascript)$/;

/**
 * A token that a signed-in program printed counts only if the code says that its address is of
 * another service.
 */
const isStolenBy =
  ({ address }: Pick<NetworkSender, 'address'>) =>
  ({ kind, isFile }: TakenSecret): boolean =>
    // Nobody signs in by mail.
    kind === null || isFile || /^["']?[^/\s]+@/.test(address) || !belongsTo(kind, address);

/** A header with a secret that a store or a signed-in program keeps for another service. */
function signsInElsewhere(
  document: RuleDocument,
  { headers, address }: NetworkSender,
  sources: readonly TakenSecret[],
  part: CodePart,
): boolean {
  if (headers.length === 0) return false;
  const foreign = sources.filter(({ kind }) => kind !== null && !belongsTo(kind, address));
  return foreign.length > 0 && headers.some(follow(part, document.text, foreign));
}

/** Services whose names an item of somebody's keychain has, and no other service's address. */
const services =
  /github|gitlab|bitbucket|\baws|amazon|google|gcloud|azure|microsoft|\bnpm|pypi|stripe|slack|openai|anthropic|claude|heroku|cloudflare|\bssh|wallet|seed|bank|paypal|chrome|safe storage|icloud|wi-?fi|master|private/gi;

/**
 * Whether a program signs in with an item that its user keeps for it: as credentials of a request,
 * or as the password of a log-in. Which service the item is for, only its name says.
 */
function signsIn(
  { text }: RuleDocument,
  sender: NetworkSender,
  sources: readonly TakenSecret[],
): boolean {
  const { address, headers } = sender;
  const isLogin = /login|log-in|auth|session|sign-?in/i.test(
    address.replace(/\?[\s\S]*|\$\([\s\S]*/, ''),
  );
  if (headers.length === 0 && !isLogin) return false;
  const items = sources.filter(isStolenBy(sender));
  return (
    items.length > 0 &&
    items.every(({ start, end, kind, isFile }) => {
      if (isFile || (kind !== 'keychain' && kind !== 'password manager')) return false;
      const said = text.slice(start, end);
      const named = [...said.matchAll(services)].map(([service]) => service.toLowerCase());
      return (
        /["'\s](?!-)[\w./:-]{3,}/.test(said) &&
        named.every((service) => address.toLowerCase().includes(service))
      );
    })
  );
}

/** Reads of key files and of the whole environment. */
function takenIn(document: RuleDocument): TakenSecret[] {
  return [
    ...secretReads(document).map(({ start, end, kind, isPrinted }) => ({
      start,
      end,
      kind,
      isFile: !isPrinted,
    })),
    ...namedSecrets(document),
    ...documents(document),
    ...environmentDumps(document).map(({ start, end, command }) => ({
      start: command?.start ?? start,
      end: command?.end ?? end,
      isFile: false,
      kind: null,
    })),
  ];
}

/** Searches and archives of what a person keeps in the home folder, which nobody sends by the way. */
const documents = ({ commands }: RuleDocument): TakenSecret[] =>
  commands
    .filter(({ name, args, part }) => {
      if (part.from !== 'script' || !collecting.test(name)) return false;
      const words = args.map(({ text }) => text.replaceAll(/["']/g, ''));
      const isWhole = words.some((word) => wholeHome.test(word));
      return words.some((word) => personal.test(word)) || (isWhole && words.some(isKept));
    })
    .map(({ start, end }) => ({ start, end, isFile: true, kind: 'documents' }));

const collecting =
  /^(?:find|fd|fdfind|mdfind|tar|zip|7z|rar|get-childitem|gci|dir|rsync|cp|compress-archive|robocopy)$/;
const wholeHome = /^(?:~|\$\{?HOME\}?|\$env:USERPROFILE|\/home|\/Users)[/\\]?$/i;
const personal =
  /^(?:~|\$\{?HOME\}?|\$env:USERPROFILE|%USERPROFILE%)[/\\](?:Documents|Desktop|Pictures|Photos)[/\\]?\*?$/i;
const isKept = (word: string): boolean =>
  /\*\.(?:pdf|docx?|xlsx?|pptx?|odt|kdbx|jpe?g|txt|csv|one|pst|key)\b/i.test(word);

/**
 * Key files that a script names in a list or builds a path from, and commands that it starts in a
 * language whose calls aren't read, which counts once something is sent.
 */
function namedSecrets({ text, code }: RuleDocument): TakenSecret[] {
  return code.flatMap(({ start, end, from, language }) => {
    if (from !== 'script' || language === 'bash') return [];
    const said = text.slice(start, end);
    return [...(opens.test(said) ? privatePaths(said, start) : []), ...namedStores(said, start)];
  });
}

const carries = ({ body }: NetworkSender, holds: ExpressionTest): boolean =>
  body.some(
    (part) => holds(part) || (/^["']?@|^["']?[\w-]+=@/.test(part.text) && isSecretFile(part.text)),
  );

/** A single secret that goes to another service than its own. */
function sendsForeign(
  document: RuleDocument,
  { address, body, call }: NetworkSender,
  part: CodePart,
): boolean {
  for (const { text } of body)
    for (const [, given = ''] of text.matchAll(/\$[{(]?\{?\s*(?:secrets\.)?([A-Za-z]\w*)/g)) {
      const name = boundSecrets(document).get(given) ?? given;
      const isNamed = /^[A-Z][A-Z0-9_]{2,}$/.test(name) && isSecretName(name);
      if ((isNamed || name !== given) && isForeign(name, address)) return true;
    }
  if (call === null) return false;
  const secrets = environmentReads(document).filter(
    (read) => read.part === part && read.name !== null && isSecretName(read.name),
  );
  // Nobody can tell who owns an address that is decoded first.
  const hidden = hostOf(address) === '' && isDecoded(document, address, part);
  return secrets.some(
    (read) =>
      (hidden || isForeign(read.name ?? '', address)) &&
      body.some(follow(part, document.text, [read])),
  );
}

/** Variables that a workflow or a pipeline fills with a secret, by the secret's name. */
const boundSecrets = perDocument(
  ({ text }): ReadonlyMap<string, string> =>
    new Map([
      ...[...text.matchAll(/\b(\w{1,60})\s*:\s*["']?\$\{\{\s*secrets\.(\w{1,60})/g)].map(
        ([, variable = '', name = '']): [string, string] => [variable, name],
      ),
      ...[
        ...text.matchAll(
          /credentialsId:\s*["']([\w-]{1,60})["'][^)\n]{0,60}?[vV]ariable:\s*["'](\w+)/g,
        ),
      ].map(([, name = '', variable = '']): [string, string] => [
        variable,
        name.replaceAll('-', '_').toUpperCase(),
      ]),
    ]),
);

function isDecoded({ text }: RuleDocument, name: string, { start, end }: CodePart): boolean {
  if (!/^[A-Za-z_]\w{0,60}$/.test(name)) return /b64decode|atob|fromhex|'base64'/.test(name);
  const given = new RegExp(
    `\\b${name}\\s*=\\s*[^\\n]{0,120}(?:b64decode|atob\\(|fromhex|"base64"|'base64'|decode64)`,
  );
  return given.test(text.slice(start, end));
}

/** `credential=$x` to an address that isn't for signing in. */
const isLabelled = ({ body, address, command }: NetworkSender): boolean =>
  command !== null &&
  hostOf(address) !== '' &&
  !/oauth|token|login|auth|session|signin|account|connect/i.test(address) &&
  body.some(({ text }) =>
    /\b(?:credentials?|passwords?|passwd|private_?key|ssh_?key|secrets?)["']?\s*[=:]\s*["']?\$[{(\w]/i.test(
      text,
    ),
  );
