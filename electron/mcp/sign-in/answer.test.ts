import { expect, it } from 'vitest';
import { readAnswer } from './answer.ts';

const metadata = {
  issuer: 'https://login.example',
  authorization_endpoint: 'https://login.example/authorize',
  token_endpoint: 'https://login.example/token',
  response_types_supported: ['code'],
  authorization_response_iss_parameter_supported: true,
};
const iss = 'https://login.example';
const read = (given: Readonly<Record<string, string>> | string, says = metadata) =>
  readAnswer(new URLSearchParams(given), { state: 'the-state', metadata: says });

it('takes the code of the answer to this sign-in', () => {
  expect(read({ state: 'the-state', code: 'c', iss })).toEqual({
    kind: 'ours',
    outcome: { ok: true, value: { code: 'c', iss } },
  });
});

it.each([
  ['a code that some page injects', { code: 'attackers', iss }],
  ['another state', { state: 'other', code: 'c', iss }],
  ['a refusal without the state', { error: 'access_denied', iss }],
  ['two states', 'state=the-state&state=the-state&code=c'],
])('lets %s end nothing', (_, given) => {
  expect(read(given)).toEqual({ kind: 'not-ours' });
});

it.each([
  ['another issuer', { state: 'the-state', code: 'c', iss: 'https://evil.example' }],
  ['no issuer where one is promised', { state: 'the-state', code: 'c' }],
  ['an error of another issuer', { state: 'the-state', error: 'x', iss: 'https://evil.example' }],
  ['two issuers', `state=the-state&code=c&iss=${iss}&iss=https://evil.example`],
])('uses no code and believes no word of an answer with %s (RFC 9207)', (_, given) => {
  const answer = read(given);
  expect(answer).toMatchObject({ outcome: { ok: false, error: { reason: 'mix-up' } } });
  expect(JSON.stringify(answer)).not.toContain('evil');
});

it('says that the person declined, and names another refusal by its short code', () => {
  expect(read({ state: 'the-state', error: 'access_denied', iss })).toMatchObject({
    outcome: { error: { reason: 'denied', turn: 'person' } },
  });
  const refused = read({ state: 'the-state', error: 'invalid_scope\u202e', iss });
  expect(refused).toMatchObject({ outcome: { error: { reason: 'refused' } } });
  expect(JSON.stringify(refused)).not.toContain('\u202e');
});

it('does not take two codes for one', () => {
  expect(read(`state=the-state&code=a&code=b&iss=${iss}`)).toMatchObject({
    outcome: { ok: false, error: { reason: 'refused' } },
  });
});
