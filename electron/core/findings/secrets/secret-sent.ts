import { hostOf, isForeign, isLocal } from '../knowledge/addresses.ts';
import { environmentDumps } from '../knowledge/environment-dumps.ts';
import { environmentReads, isSecretName } from '../knowledge/environment.ts';
import { at } from '../knowledge/places.ts';
import { isSecretFile, secretReads } from '../knowledge/secret-reads.ts';
import type { NetworkSender } from '../knowledge/senders.ts';
import { sendersOf } from '../knowledge/sent-data.ts';
import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/code.ts';
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
        carries(sender, follow(part, document.text, sources)) ||
        sendsForeign(document, sender, part)
      )
        yield at(sender, { related });
      else if (isLabelled(sender)) yield at(sender, { severity: 'high' });
      else if (sources.some(({ isFile }) => isFile) && sender.body.length > 0)
        yield at(sender, { severity: 'high', related });
    }
  },
});

/** Reads of key files and of the whole environment. */
function takenIn(document: RuleDocument): { start: number; end: number; isFile: boolean }[] {
  return [
    ...secretReads(document).map(({ start, end }) => ({ start, end, isFile: true })),
    ...environmentDumps(document).map(({ start, end, command }) => ({
      start: command?.start ?? start,
      end: command?.end ?? end,
      isFile: false,
    })),
  ];
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
