import { hostOf, isLocal } from '../knowledge/addresses.ts';
import { at } from '../knowledge/places.ts';
import { sendersOf } from '../knowledge/sent-data.ts';
import type { NetworkSender } from '../knowledge/senders.ts';
import { rule } from '../rule.ts';
import type { FindingSeverity } from '../../../../shared/model/findings.ts';

/** E05. */
export const networkSend = rule({
  id: 'E05',
  family: 'secrets',
  severity: 'medium',
  title: 'Sends files or command output over the network',
  why: "You can't take back what's sent. Check whether the skill needs to send it.",
  confusedWith:
    'Every client of a service sends something. Values that the program builds itself are ' +
    'shown as information.',
  *look(document) {
    for (const sender of sendersOf(document)) {
      if (isLocal(hostOf(sender.address))) continue;
      const severity = weight(sender);
      // A webhook of one's own is in the environment, and nobody else's.
      const isOwn =
        severity === 'medium' &&
        /^["']?\$\{?\w*(?:URL|WEBHOOK|ENDPOINT)\w*\}?["']?$/.test(sender.address);
      if (severity !== null) yield at(sender, { severity: isOwn ? 'low' : severity });
    }
  },
});

/** A whole message that is encoded first. An encoded field is normal, as for images. */
const encoder = /^(?:base64|base32|xxd|openssl|gpg)\b/;

/** Whether a file or command output, a value, or only literal text is sent. */
function weight({ body, command }: NetworkSender): FindingSeverity | null {
  const sources = body.map(({ text }) => text);
  if (command === null)
    return sources.some((text) =>
      /\b(?:subprocess|os\.popen|check_output|execSync|platform\.node|getpass\.getuser)\b/.test(
        text,
      ),
    )
      ? 'medium'
      : sources.length > 0
        ? 'info'
        : null;
  if (sources.some((text) => encoder.test(text))) return 'high';
  if (
    sources.some(
      (text) =>
        /\$\((?!\s*(?:date|uuidgen|jq|echo|printf)\b)|`/.test(text) ||
        /^(?:cat|tar|zip|gzip|history|ps|ls|find|hostname|whoami|id|ifconfig|ip)\b/.test(text),
    )
  )
    return 'medium';
  return sources.some((text) => /[$@]/.test(text)) ? 'info' : null;
}
