import { describe, expect, it } from 'vitest';
import { readRefusalBody, type RefusedRequest } from './refusal-body.ts';

const request: RefusedRequest = {
  id: 7,
  status: 404,
  isInitialize: false,
  hadSession: true,
  isChallenge: false,
};
const error = (code: number, message: string, id: unknown = 7): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

describe('the body of a refused request', () => {
  it.each([400, 404, 405, 410, 500, 501])('is its answer, with HTTP %i', (status) => {
    expect(readRefusalBody(error(-32_601, 'invalid method x'), { ...request, status })).toEqual({
      kind: 'answer',
      message: { jsonrpc: '2.0', id: 7, error: { code: -32_601, message: 'invalid method x' } },
    });
  });

  it.each(['7', null, undefined, '', 'server-error'])('is its answer under the id %j', (id) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'no' } });
    expect(readRefusalBody(text, { ...request, hadSession: false })).toMatchObject({
      kind: 'answer',
      message: { id: 7 },
    });
  });

  it('is no answer under the id of another request', () => {
    expect(readRefusalBody(error(-32_603, 'no', 8), { ...request, status: 500 })).toEqual({
      kind: 'status',
    });
  });

  it.each([401, 403, 429, 502, 503, 504])('is no answer with HTTP %i', (status) => {
    expect(readRefusalBody(error(-32_000, 'Unauthorized'), { ...request, status })).toEqual({
      kind: 'status',
    });
  });

  it.each([
    [404, ''],
    [404, 'Not Found'],
    [404, '{"error":"not found"}'],
    [404, error(-32_001, 'Session not found', null)],
    [404, error(-32_001, 'Session not found')],
    [404, error(-32_600, 'Session has been terminated', 'server-error')],
    [404, error(-32_000, 'Not found', null)],
    [410, ''],
    [400, error(-32_000, 'Bad Request: No valid session ID provided', null)],
    [400, error(-32_000, 'Bad Request: Server not initialized', null)],
    [400, 'Invalid session ID'],
    [400, '{"error":"Invalid or expired session"}'],
    [400, 'No transport found for sessionId'],
    [401, 'Unauthorized: Session not found'],
    [401, error(-32_001, 'Session expired', null)],
    [404, '{"jsonRpcError":{"code":-32600,"message":"Session not found: 1f"}}'],
    [500, error(-32_000, 'Bad Request: No valid session ID provided', null)],
    [500, 'Error: Session 12 does not exist'],
    [422, 'Unexpected message, expect initialize request'],
    [500, 'TypeError: Cannot read properties of undefined (reading &#39;handleRequest&#39;)'],
  ])('with a session says that it is lost: HTTP %i %s', (status, text) => {
    expect(readRefusalBody(text, { ...request, status })).toEqual({ kind: 'session-lost' });
  });

  it.each([
    [400, error(-32_602, 'Unknown resource skill://session-not-found/SKILL.md')],
    [404, error(-32_002, 'Session notes not found')],
    [500, error(-32_603, 'Internal error')],
    [404, error(-32_601, 'Method not found: session/unknown', null)],
  ])('leaves the session alone when it is about the request: HTTP %i %s', (status, text) => {
    expect(readRefusalBody(text, { ...request, status })).toMatchObject({ kind: 'answer' });
  });

  it.each([
    [400, 'Bad Request'],
    [500, 'Internal Server Error'],
    [401, 'Unauthorized'],
  ])('leaves the session alone when it says nothing about it: HTTP %i %s', (status, text) => {
    expect(readRefusalBody(text, { ...request, status })).toEqual({ kind: 'status' });
  });

  it('asks somebody to sign in where it has a challenge, whatever it says', () => {
    expect(
      readRefusalBody('Session expired', { ...request, status: 401, isChallenge: true }),
    ).toEqual({ kind: 'status' });
  });

  it.each([
    [401, 'Unauthorized: Session ID is required'],
    [403, 'Missing session'],
    [400, 'Mcp-Session-Id header is required'],
    [500, 'Session ID is missing'],
  ])('before a session is an error, not a sign-in request: HTTP %i %s', (status, message) => {
    expect(readRefusalBody(message, { ...request, status, hadSession: false })).toEqual({
      kind: 'answer',
      message: { jsonrpc: '2.0', id: 7, error: { code: -32_000, message } },
    });
  });

  it('never says of initialize that its session is lost', () => {
    const refused = { ...request, status: 401, isInitialize: true, hadSession: false };
    expect(readRefusalBody('Session ID is required', refused)).toEqual({ kind: 'status' });
  });
});
