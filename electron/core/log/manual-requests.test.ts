import { describe, expect, it } from 'vitest';
import {
  byHand,
  editable,
  methodsFor,
  notSentAgain,
  paramsOf,
  readingMethods,
} from './manual-requests.ts';
import { paramsSchema } from '../../../shared/model/reading-params.ts';

const older = '2025-11-25';
const newer = '2026-07-28';
const why = (method: string, params = '{}', version = newer): string => {
  const read = byHand(method, params, version);
  return read.ok ? 'sent' : read.error;
};

it('has a schema of the parameters for every method that may be sent', () => {
  for (const method of methodsFor('2025-06-18')) expect(paramsSchema(method)).not.toBeNull();
});

describe('what a person sends by hand', () => {
  it('is only what reads, by exact name', () => {
    for (const method of readingMethods) expect(why(method), method).toBe('sent');
    for (const method of [
      'tools/call',
      'Tools/Call',
      'tools/list ',
      'skills/push',
      'skills/execute',
      'skills/activate',
      'skills/',
      'resources/delete',
      'resources/subscribe',
      'resources/read\u0000',
      'prompts/get',
      'logging/setLevel',
      'sampling/createMessage',
      'initialize',
      'notifications/cancelled',
      '__proto__',
      'constructor',
      '',
    ])
      expect(why(method), method).toContain('only send read-only requests');
  });

  it('has ping in the older era alone', () => {
    expect(why('ping', '{}', older)).toBe('sent');
    for (const version of [newer, '2027-01-01', '', 'Agent Skills Discovery'])
      expect(why('ping', '{}', version)).toContain('no ping');
    expect(methodsFor(older)).toContain('ping');
    expect(methodsFor(newer)).not.toContain('ping');
  });

  it('has parameters that are a JSON object, or says why not', () => {
    expect(byHand('skills/list', '', newer)).toEqual({
      ok: true,
      value: { method: 'skills/list', params: {} },
    });
    expect(why('skills/list', '{')).toContain('This is not JSON');
    for (const params of ['[]', 'null', '1', '"x"'])
      expect(why('skills/list', params)).toContain('must be a JSON object');
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(why('skills/list', deep)).toContain('nested deeper');
    expect(why('skills/list', `{"a":"${'x'.repeat(1024 * 1024)}"}`)).toContain('longer than');
    expect(why('skills/list', '{"key":"••••"}')).toContain('masked');
  });
});

describe('a recorded request', () => {
  it('is sent again only if it reads and the server is connected', () => {
    const row = { kind: 'exchange', direction: 'sent', method: 'skills/get' } as const;
    expect(notSentAgain(row, newer)).toBeNull();
    expect(notSentAgain(row, null)).toContain('isn’t connected');
    expect(notSentAgain({ ...row, method: 'tools/call' }, newer)).toContain(
      'only send read-only requests',
    );
    expect(notSentAgain({ ...row, direction: 'received' }, newer)).toContain('Only requests');
    expect(notSentAgain({ ...row, kind: 'stderr' }, newer)).toContain('Only requests');
  });

  it('gives its parameters without what every request carries', () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': newer };
    const raw = (params: unknown): string => JSON.stringify({ method: 'x', params });
    expect(paramsOf(raw({ uri: 'a', _meta: meta }))).toEqual({ uri: 'a' });
    expect(paramsOf(raw({ _meta: { ...meta, own: 1 } }))).toEqual({ _meta: { own: 1 } });
    expect(paramsOf('{"method":"x"}')).toEqual({});
    expect(paramsOf('{"params":"cut…\n[5 more characters not kept]')).toBeNull();
    expect(paramsOf(null)).toBeNull();
  });

  it('is edited with secrets masked and with nothing that cannot be seen', () => {
    const uri = 'a\u202Eb\u{E0041}c d\u00A0';
    const text = editable({ uri, key: 'sk-123456' }, ['sk-123456']);
    expect(text).toBe('{\n  "uri": "a\\u202eb\\udb40\\udc41c d\\u00a0",\n  "key": "••••"\n}');
    expect(JSON.parse(text)).toMatchObject({ uri });
  });
});
