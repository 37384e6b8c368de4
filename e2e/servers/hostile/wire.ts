import type { Attack } from '../support/raw.ts';
import type { Incoming, Wire } from '../support/raw.ts';
import { contentOf, ordinarySkills } from '../support/served-skill.ts';

const skills = ordinarySkills(3);
/** The one file that the attacks on reading are about; every other is served honestly. */
const target = 'skill://skill-0/notes.txt';

function onTarget(about: string, act: (message: Incoming, wire: Wire) => void): Attack {
  return {
    about,
    skills,
    on: (message, wire) => {
      if (message.method !== 'resources/read' || message.params['uri'] !== target) return false;
      act(message, wire);
      return true;
    },
  };
}

const chunk = 'x'.repeat(1024 * 1024);
const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
let waiting: Incoming[] = [];

/** The protocol itself misbehaves, when skill-0/notes.txt is read. */
export const wireAttacks: Readonly<Record<string, Attack>> = {
  'long-line': onTarget('one answer is a line of 100 MB', (message, wire) => {
    wire.write(
      `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"contents":[{"uri":"${target}","text":"`,
    );
    for (let written = 0; written < 100; written += 1) wire.write(chunk);
    wire.write('"}]}}\n');
  }),
  'half-line': onTarget('half a JSON line, then silence', (message, wire) =>
    wire.write(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"resu`),
  ),
  'cut-line': onTarget(
    'one answer is cut short, and the next stands on its line',
    (message, wire) =>
      wire.write(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"contents":[{"te`),
  ),
  'broken-line': onTarget('one answer is a line that is no JSON', (message, wire) =>
    wire.write(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"contents":[{"te\n`),
  ),
  'dies-mid-read': onTarget('the process ends in the middle of an answer', (message, wire) => {
    wire.write(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"resu`);
    process.stderr.write('segmentation fault, nearly\n');
    process.exitCode = 139;
    setImmediate(() => process.exit(139));
  }),
  'never-answers': onTarget('one read is never answered', () => {}),
  flood: onTarget(
    '20,000 notifications, answers to nothing and requests come before the answer',
    (message, wire) => {
      let text = '';
      for (let index = 0; index < 10_000; index += 1) {
        text += `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: `skill://flood/${index}` } })}\n`;
        text += `${JSON.stringify(index % 2 === 0 ? { jsonrpc: '2.0', id: `flood-${index}`, method: 'sampling/createMessage', params: {} } : { jsonrpc: '2.0', id: 5_000_000 + index, result: {} })}\n`;
      }
      wire.write(text);
      wire.result(message.id, {
        contents: [contentOf(target, skills[0]?.files['notes.txt'] ?? '')],
      });
    },
  ),
  'id-confusion': {
    about: "two reads are answered with each other's id, as text, twice",
    skills,
    on: (message, wire) => {
      if (message.method !== 'resources/read') return false;
      waiting.push(message);
      if (waiting.length < 2) return true;
      const [first, second] = waiting as [Incoming, Incoming];
      waiting = [];
      for (const [id, about] of [
        [String(first.id), second],
        [second.id, first],
        [first.id, second],
        [first.id, first],
      ] as const) {
        const text =
          typeof id === 'string' ? 'answered by text' : `content of ${String(about.params['uri'])}`;
        wire.result(id, { contents: [contentOf(String(about.params['uri']), text)] });
      }
      return true;
    },
  },
  'result-number': onTarget('a result is a number', (message, wire) => wire.result(message.id, 42)),
  'result-null': onTarget('a result is null', (message, wire) => wire.result(message.id, null)),
  'hello-null': {
    about: 'the answer to the handshake is null',
    on: (message, wire) => {
      if (message.method !== 'initialize' && message.method !== 'server/discover') return false;
      wire.result(message.id, null);
      return true;
    },
  },
  'hello-deep': {
    about: 'the handshake declares capabilities 100,000 levels deep',
    skills,
    on: (message, wire) => {
      if (message.method !== 'initialize') return false;
      wire.write(
        `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"deep","version":"1"},"capabilities":{"resources":{},"experimental":{"deep":${deep}}}}}\n`,
      );
      return true;
    },
  },
  'deep-answer': onTarget('a result is nested 100,000 levels deep', (message, wire) =>
    wire.write(
      `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"contents":${deep}}}\n`,
    ),
  ),
  'input-required': onTarget('a read wants input first', (message, wire) =>
    wire.result(message.id, { resultType: 'input_required', inputRequests: {} }),
  ),
};
