import { comparable } from '../testing/mirrored.ts';
import type { Era, Json, RawHost } from '../testing/raw-host.ts';
import { until } from '../testing/until.ts';
import { numbers, type NumberPick } from './spellings.ts';

/** What an app saw of one sequence: each request with its answer, and what it heard by method. */
export interface SequenceRecord {
  readonly answers: readonly (readonly [request: string, answer: unknown])[];
  heard(): Readonly<Record<string, readonly unknown[]>>;
}

type Request = readonly [method: string, params: Json];
type Make = (pick: NumberPick) => Request;

const anyOf = <T>(pick: NumberPick, values: readonly T[]): T => values[pick(values.length)] as T;
const documents = ['docs://a', 'docs://b', 'docs://é', 'file:///notes.txt'] as const;
const cursors = ['after 3', 'after 6', 'after 9', 'after 99', '', 'x', 7, null, undefined];
const skills = ['good', 'secret', 'absent'].map((name) => `skill://${name}/SKILL.md`);
const values: readonly unknown[] = [
  ...[null, true, -0.5, 2 ** 53, 1e21, '', 'é\u2028\u0000\ud83d\ude00', 'toString', '__proto__'],
  ...[[], [[]], {}, { constructor: 1, '': [null] }, { uri: 'docs://a', type: 'nothing' }],
];

const call = (name: unknown, more: Json = {}): Request => ['tools/call', { name, ...more }];

/** Requests that change nothing, so that several at once have answers in any order. */
const harmless: readonly Make[] = [
  (pick) => ['tools/list', { cursor: anyOf(pick, cursors) }],
  (pick) => ['resources/list', { cursor: anyOf(pick, cursors) }],
  (pick) => ['resources/read', { uri: anyOf(pick, [...documents, ...skills, 'docs:none']) }],
  (pick) => ['prompts/get', { name: anyOf(pick, ['greet', 'none', 7]), arguments: { who: 'A' } }],
  (pick) => anyOf(pick, [['prompts/list', {}] as const, ['resources/templates/list', {}] as const]),
  (pick) => [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: `v${pick(9)}` } },
  ],
  () => ['skills/list', {}],
  (pick) => ['skills/get', { uri: anyOf(pick, skills) }],
  (pick) => [
    anyOf(pick, ['acme/unknown', 'tools', '', 'toString', '__proto__', 'notifications/x']),
    { a: pick(9) },
  ],
  (pick) => call(anyOf(pick, ['fails', 'refuses', 'structured', 'none', 7, undefined])),
  (pick) =>
    call('echo', {
      arguments: { [`k${pick(3)}`]: anyOf(pick, values), other: anyOf(pick, values) },
      _meta: { 'acme/of': anyOf(pick, values) },
    }),
  (pick) => call('large', { arguments: { size: pick(3) * 30_000 } }),
  (pick) =>
    call('progress', { _meta: { progressToken: anyOf(pick, [pick(999), `t${pick(999)}`]) } }),
];

/** Ids of both types, often with the same digits, as the protocol allows them: each once. */
function idsOf(pick: NumberPick): () => number | string {
  const used = new Set<number | string>();
  return () => {
    for (;;) {
      const number = anyOf(pick, [pick(400), -pick(400), 2 ** 53 - 1 - pick(400)]);
      const id = pick(2) === 0 ? number : anyOf(pick, [String(number), `é ${number}`]);
      if (used.has(id)) continue;
      used.add(id);
      return id;
    }
  };
}

/** Sends the same requests as every other run with this seed, one step after the other. */
export async function runSequence(
  host: RawHost,
  era: Era,
  { seed, steps }: { readonly seed: number; readonly steps: number },
): Promise<SequenceRecord> {
  const pick = numbers(seed);
  const nextId = idsOf(pick);
  const answers: [string, unknown][] = [];
  const already = host.heard.length;
  const send = async ([method, params]: Request): Promise<void> => {
    const id = nextId();
    const place = answers.push([`${JSON.stringify(id)} ${method} ${JSON.stringify(params)}`, null]);
    const answer = await host.put(method, params, id).answer;
    (answers[place - 1] as [string, unknown])[1] = [answer.id === id, comparable(answer)];
  };
  const counts = async (): Promise<string> =>
    JSON.stringify((await host.ask('tools/call', call('counts')[1])).result);
  const stateful: readonly (() => Promise<void>)[] = [
    () => send(call('touch', { arguments: { uri: anyOf(pick, documents) } })),
    () => send(call('changes')),
    async () => {
      const id = nextId();
      const before = await counts();
      host.put(...call('hangs'), id);
      await until('the call to arrive', async () => (await counts()) !== before);
      const reason = anyOf(pick, ['enough', '', undefined]);
      host.say('notifications/cancelled', { requestId: id, reason });
      await until('the cancellation', async () => (await counts()).includes('running\\":0'));
    },
    async () => host.say('notifications/cancelled', { requestId: nextId() }),
    async () =>
      host.say(anyOf(pick, ['notifications/acme', 'acme', 'notifications/initialized/x']), {}),
    ...(era === 'modern'
      ? []
      : [
          () => send(['resources/subscribe', { uri: anyOf(pick, [...documents, 'docs://none']) }]),
          () => send(['resources/unsubscribe', { uri: anyOf(pick, documents) }]),
          () => send(['logging/setLevel', { level: anyOf(pick, ['debug', 'error', 'loud']) }]),
          () => send(['ping', {}]),
        ]),
  ];
  for (let step = 0; step < steps; step += 1) {
    if (pick(2) === 0) await anyOf(pick, stateful)();
    else {
      const burst = Array.from({ length: 1 + pick(6) }, () => anyOf(pick, harmless)(pick));
      await Promise.all(burst.map(send));
    }
  }
  return {
    answers,
    heard: () => {
      // Requests run side by side, so only the progress of one of them has an order.
      const heard: Record<string, unknown[]> = {};
      for (const { method, params } of host.heard.slice(already)) {
        const { progressToken: token } = (params ?? {}) as Json;
        (heard[token === undefined ? method : `${method} ${String(token)}`] ??= []).push(params);
      }
      for (const [about, params] of Object.entries(heard))
        if (!about.includes(' ')) params.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
      return heard;
    },
  };
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

const isSecret = (item: unknown): boolean => (item as Json)['uri'] === 'skill://secret/SKILL.md';

/**
 * One answer as it's compared: without what's withheld. Of a skill that the app doesn't get, only the
 * code counts, and that of a withheld one is that of one that isn't there.
 */
export function comparedAnswer(
  [request, answer]: SequenceRecord['answers'][number],
  era: Era,
): unknown {
  if (/skill:\/\/(secret|absent)/.test(request)) {
    const [, { error }] = answer as [boolean, { error?: { code: number } }];
    const none = era === 'legacy' && request.includes(' resources/read ') ? -32_002 : -32_602;
    return [request, error?.code ?? none];
  }
  const text = JSON.stringify(answer, (key, value: unknown) =>
    (key === 'resources' || key === 'skills') && Array.isArray(value)
      ? value.filter((item) => !isSecret(item))
      : value,
  );
  return [request, JSON.parse(text)];
}
