import { describe, expect, it } from 'vitest';
import { openingOf } from './host-client.ts';

const prefix = 'io.modelcontextprotocol';
const opening = (more: object) =>
  openingOf({
    kind: 'request',
    id: 1,
    method: 'skills/list',
    params: { _meta: { [`${prefix}/protocolVersion`]: '2026-07-28', ...more } },
  } as never);

describe('the first request of the newer revision', () => {
  it('opens a session without a name, but not without capabilities', () => {
    const capabilities = { [`${prefix}/clientCapabilities`]: {} };
    expect(opening(capabilities)).toMatchObject({ kind: 'host', host: { era: 'modern' } });
    expect(opening({})).toMatchObject({
      kind: 'incomplete',
      reason: expect.stringContaining(`${prefix}/clientCapabilities`) as string,
    });
    expect(opening({ [`${prefix}/clientCapabilities`]: [] })).toMatchObject({ kind: 'incomplete' });
  });

  it('is refused for a revision that nobody speaks, whatever it carries', () => {
    expect(opening({ [`${prefix}/protocolVersion`]: '2099-01-01' })).toEqual({
      kind: 'unsupported',
      requested: '2099-01-01',
    });
  });
});
