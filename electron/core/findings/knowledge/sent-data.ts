import type { RuleDocument } from '../document.ts';
import { callSender, senderOf, type NetworkSender } from './senders.ts';

const cache = new WeakMap<RuleDocument, readonly NetworkSender[]>();

/** Everything in a document that sends data over the network, in the order of the text. */
export function sendersOf(document: RuleDocument): readonly NetworkSender[] {
  const made = cache.get(document);
  if (made !== undefined) return made;
  const { commands, calls, text } = document;
  const senders = [
    ...commands.map((command) => senderOf(command, commands)),
    ...calls.map((call) => callSender(call, text)),
  ]
    .filter((sender) => sender !== null)
    .map((sender) => ({ ...sender, address: resolved(sender, text) }))
    .sort((a, b) => a.start - b.start);
  cache.set(document, senders);
  return senders;
}

/** The address that the same part assigns to a name. */
function resolved({ address, command, call }: NetworkSender, text: string): string {
  const name = /^["']?\$?\{?([A-Za-z_]\w{0,60})\}?["']?$/.exec(address)?.[1];
  const part = command?.part ?? call?.part;
  if (name === undefined || part === undefined) return address;
  const given = new RegExp(
    `\\b${name}\\s*(?::\\s*\\w+\\s*)?=\\s*[rbfu]?["'\`]([a-z]+://[^"'\`]{1,300})`,
    'i',
  );
  return given.exec(text.slice(part.start, part.end))?.[1] ?? address;
}
