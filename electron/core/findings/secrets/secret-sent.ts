import { hostOf, isForeign, isLocal } from '../knowledge/addresses.ts';
import { environmentDumps } from '../knowledge/environment-dumps.ts';
import { environmentReads, isSecretName } from '../knowledge/environment.ts';
import { at } from '../knowledge/places.ts';
import { belongsTo } from '../knowledge/secret-kinds.ts';
import { isSecretFile, secretReads } from '../knowledge/secret-reads.ts';
import type { NetworkSender } from '../knowledge/senders.ts';
import { sendersOf } from '../knowledge/sent-data.ts';
import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/code-part.ts';
import { follow, type ExpressionTest } from '../reading/flow.ts';
import { rule } from '../rule.ts';

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
    const senders = sendersOf(document).filter(({ address }) => !isLocal(hostOf(address)));
    if (senders.length === 0) return;
    const taken = takenIn(document);
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
        yield at(sender, { related });
      else if (isLabelled(sender)) yield at(sender, { severity: 'high' });
      else if (sources.some(({ isFile }) => isFile) && sender.body.length > 0)
        yield at(sender, { severity: 'high', related });
    }
  },
});

interface TakenSecret {
  readonly start: number;
  readonly end: number;
  readonly isFile: boolean;
  /** Null for the whole environment. */
  readonly kind: string | null;
}

/**
 * A token that a signed-in program printed counts only if the code says that its address is of
 * another service.
 */
const isStolenBy =
  ({ address }: NetworkSender) =>
  ({ kind, isFile }: TakenSecret): boolean =>
    kind === null || isFile || !belongsTo(kind, address);

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
    ...environmentDumps(document).map(({ start, end, command }) => ({
      start: command?.start ?? start,
      end: command?.end ?? end,
      isFile: false,
      kind: null,
    })),
  ];
}

/**
 * Key files that a script names in a list or builds a path from, and commands that it starts in a
 * language whose calls aren't read, which counts once something is sent.
 */
function namedSecrets({ text, code }: RuleDocument): TakenSecret[] {
  return code.flatMap(({ start, end, from, language }) => {
    if (from !== 'script' || language === 'bash') return [];
    const said = text.slice(start, end);
    if (!opens.test(said)) return [];
    const strings = [...said.matchAll(/["'`]([^"'`\n]{3,120})["'`]/g)].filter(([, word]) =>
      isSecretFile(word ?? ''),
    );
    const printed = language === 'other' ? [...said.matchAll(printing)] : [];
    return [...strings, ...printed].slice(0, 20).map((match) => ({
      start: start + match.index,
      end: start + match.index + match[0].length,
      isFile: true,
      kind: 'key files',
    }));
  });
}

const opens =
  /\b(?:open|read|readFile|readFileSync|ReadFile|read_text|read_bytes|file_get_contents|File\.read|slurp|ReadAllText|ReadAllBytes|qx|system|popen|exec)\b|`/;
const printing =
  /\b(?:kubectl\s+(?:[\w-]+\s+)*(?:get\s+secrets?|config\s+view\b[^\n)]*--raw)|gh\s+auth\s+token|git\s+credential\s+fill|aws\s+configure\s+get|gcloud\s+auth\s+print-|security\s+find-generic-password|op\s+item\s+get|vault\s+kv\s+get)/g;

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
    for (const [, name] of text.matchAll(/\$[{(]?([A-Z][A-Z0-9_]{2,})/g))
      if (name !== undefined && isSecretName(name) && isForeign(name, address)) return true;
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
