import { describe, expect, it } from 'vitest';
import type { RequestHandlers } from '../../shared/contract.ts';
import type { RequestCaller } from '../../shared/model/confirmation.ts';
import { dispatch } from './dispatch.ts';

const caller: RequestCaller = { challenge: () => '', confirms: () => false };
/** The one handler that a test needs. */
const only = (handlers: Partial<RequestHandlers>): RequestHandlers => handlers as RequestHandlers;
const input = { server: 'acme', uri: 'skill://a/SKILL.md' };

describe('a request', () => {
  it('that fails unexpectedly tells the page nothing of why, and the main side everything', async () => {
    const thrown = new Error('EACCES: /home/ada/.config/skillgate/keys.json');
    const reported: unknown[] = [];
    const handlers = only({ getSkill: () => Promise.reject(thrown) });
    const reply = await dispatch(handlers, caller, 'getSkill', input, (e) => reported.push(e));
    expect(reply).toEqual({
      ok: false,
      error: {
        code: 'internal',
        message: "getSkill failed unexpectedly. See Skillgate's standard error for details.",
      },
    });
    expect(reported).toEqual([thrown]);
  });

  it('is answered when its handler throws before it has begun', async () => {
    const handlers = only({
      getSkill: () => {
        throw new TypeError('secret');
      },
    });
    expect(JSON.stringify(await dispatch(handlers, caller, 'getSkill', input))).not.toContain(
      'secret',
    );
  });

  it.each(['constructor', '__proto__', 'nothing', `x${'y'.repeat(500)}`])(
    'that is none is refused by name, of which at most 60 characters are repeated: %s',
    async (name) => {
      const reply = await dispatch(only({}), caller, name, {});
      expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input' } });
      expect(reply.ok ? '' : reply.error.message).toBe(
        `No request is named "${name.slice(0, 60)}".`,
      );
    },
  );

  it('with an input that it does not take runs no handler, and says where it is wrong', async () => {
    let ran = false;
    const handlers = only({
      getSkill: () => {
        ran = true;
        return Promise.reject(new Error());
      },
    });
    for (const wrong of [null, {}, { ...input, server: 7 }, { ...input, more: 1 }]) {
      const reply = await dispatch(handlers, caller, 'getSkill', wrong);
      expect(reply).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    }
    const reply = await dispatch(handlers, caller, 'getSkill', { ...input, server: 7 });
    expect(reply.ok ? '' : reply.error.message).toMatch(/^getSkill: .+ at server$/);
    expect(ran).toBe(false);
  });

  it('is given to its handler with who asks', async () => {
    const got: unknown[] = [];
    const handlers = only({
      getSkill: (...all) => {
        got.push(...all);
        return Promise.resolve({ ok: false, error: { code: 'not-found', message: 'no' } });
      },
    });
    expect(await dispatch(handlers, caller, 'getSkill', input)).toMatchObject({ ok: false });
    expect(got).toEqual([input, caller]);
  });
});
