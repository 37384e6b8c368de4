import { RpcError } from '../support/answers.ts';
import type { Incoming, Wire } from '../support/raw.ts';

export type Json = Readonly<Record<string, unknown>>;
interface Question {
  readonly method: string;
  readonly params: Json;
}

const form = (message: string, properties: Json, required?: readonly string[]): Question => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties, ...(required ? { required } : {}) },
  },
});
const sample = (text: string): Question => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 },
});
const roots: Question = { method: 'roots/list', params: {} };
const string = { type: 'string' };
const nameForm = form('What is your name?', { name: string }, ['name']);
const confirm = form('Please confirm', { ok: { type: 'boolean' } }, ['ok']);
const titled = ['First', 'Second', 'Third'].map((title, index) => ({
  const: `value${index + 1}`,
  title,
}));
const three = ['option1', 'option2', 'option3'];

/** What each tool or prompt asks of the person, by rounds. */
export const questions: Readonly<Record<string, readonly Readonly<Record<string, Question>>[]>> = {
  test_sampling: [{ it: sample('Test prompt for sampling') }],
  test_elicitation: [
    {
      it: form('Please provide your information', { username: string, email: string }, [
        'username',
        'email',
      ]),
    },
  ],
  test_elicitation_sep1034_defaults: [
    {
      it: form('Defaults', {
        name: { ...string, default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { ...string, enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
    },
  ],
  test_elicitation_sep1330_enums: [
    {
      it: form('Choices', {
        untitledSingle: { ...string, enum: three },
        titledSingle: { ...string, oneOf: titled },
        legacyEnum: { ...string, enum: ['opt1', 'opt2'], enumNames: ['One', 'Two'] },
        untitledMulti: { type: 'array', items: { ...string, enum: three } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      }),
    },
  ],
  test_input_required_result_elicitation: [{ user_name: nameForm }],
  test_input_required_result_sampling: [
    { capital_question: sample('What is the capital of France?') },
  ],
  test_input_required_result_list_roots: [{ client_roots: roots }],
  test_input_required_result_request_state: [{ confirm }],
  test_input_required_result_multiple_inputs: [
    { user_name: nameForm, greeting: sample('Generate a greeting'), client_roots: roots },
  ],
  test_input_required_result_multi_round: [
    { step1: form('Step 1: What is your name?', { name: string }, ['name']) },
    { step2: form('Step 2: What is your favorite color?', { color: string }, ['color']) },
  ],
  test_input_required_result_tampered_state: [{ confirm }],
  test_input_required_result_capabilities: [{ greeting: sample('Hello'), user_name: nameForm }],
  test_input_required_result_prompt: [
    { user_context: form('What context should the prompt use?', { context: string }, ['context']) },
  ],
};

const capabilityOf = (method: string): string => method.split('/')[0] ?? '';

/** In the newer era: asks by a result, as often as there are rounds, and then answers. */
export function askedFor(name: string, { params }: Incoming): Json {
  const rounds = questions[name] ?? [];
  const { inputResponses, requestState } = params;
  const round = /^round-(\d)$/.exec(String(requestState ?? 'round-0'))?.[1];
  if (round === undefined) throw new RpcError(-32602, 'This state is not of this server');
  const given = (inputResponses ?? {}) as Json;
  const open = rounds[Number(round)] ?? {};
  const answered = Object.keys(open).every((key) => typeof given[key] === 'object');
  const next = inputResponses !== undefined && answered ? Number(round) + 1 : Number(round);
  const wanted = rounds[next];
  if (wanted === undefined) {
    const said = `state-ok ${JSON.stringify(given)}`;
    const content = { type: 'text', text: said };
    return name.endsWith('_prompt')
      ? { messages: [{ role: 'user', content }] }
      : { content: [content] };
  }
  const meta = (params['_meta'] ?? {}) as Json;
  const can = (meta['io.modelcontextprotocol/clientCapabilities'] ?? {}) as Json;
  const possible = Object.entries(wanted).filter(
    ([, { method }]) => can[capabilityOf(method)] !== undefined,
  );
  return {
    resultType: 'input_required',
    inputRequests: Object.fromEntries(possible.length === 0 ? Object.entries(wanted) : possible),
    requestState: `round-${next}`,
  };
}

const waiting = new Map<unknown, (answer: Json) => void>();
let next = 1;

/** In the older era: asks over the wire; gives what was answered as text. */
export async function asked(name: string, { params }: Incoming, wire: Wire): Promise<string> {
  const said: unknown[] = [];
  for (const round of questions[name] ?? [])
    for (const { method, params: of } of Object.values(round)) {
      const id = `question-${next}`;
      next += 1;
      const { message, prompt } = (params['arguments'] ?? {}) as Json;
      const own = typeof message === 'string' ? { ...of, message } : of;
      const put = typeof prompt === 'string' ? sample(prompt).params : own;
      const answer = new Promise<Json>((resolve) => {
        waiting.set(id, resolve);
      });
      wire.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: put })}\n`);
      said.push(await answer);
    }
  return `Completed: ${JSON.stringify(said)}`;
}

asked.answered = (message: Json): void => {
  waiting.get(message['id'])?.((message['result'] ?? message['error'] ?? {}) as Json);
  waiting.delete(message['id']);
};
