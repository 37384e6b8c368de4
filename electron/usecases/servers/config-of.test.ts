import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import type { ServerInput } from '../../../shared/model/server.ts';
import { configOf } from './config-of.ts';

const stdio = (more: object = {}): ServerInput =>
  ({ type: 'stdio', command: ' serve ', args: [' a '], env: {}, ...more }) as ServerInput;
const http = (more: object = {}): ServerInput =>
  ({ type: 'http', url: ' https://a.example/mcp ', headers: {}, ...more }) as ServerInput;
const keep = { kept: true } as const;

describe('what a form says of a command', () => {
  it('is stored without the blanks around the command, and with those in its words', () => {
    expect(configOf(stdio(), null)).toEqual(
      ok({ type: 'stdio', command: 'serve', args: [' a '], env: {} }),
    );
    expect(configOf(stdio({ cwd: ' /work ' }), null)).toMatchObject({ value: { cwd: '/work' } });
    const without = configOf(stdio({ cwd: '  ' }), null);
    expect(without.ok && 'cwd' in without.value).toBe(false);
  });

  it('keeps the values that it does not set, of a command only', () => {
    const before = { type: 'stdio', command: '', args: [], env: { A: 'old', B: 'old' } } as const;
    expect(configOf(stdio({ env: { A: keep, B: { set: 'new' } } }), before)).toMatchObject({
      value: { env: { A: 'old', B: 'new' } },
    });
    expect(configOf(stdio({ env: { C: keep } }), before)).toEqual(
      err({ code: 'bad-input', message: 'No value is stored for C.' }),
    );
    expect(configOf(stdio({ env: { toString: keep } }), before).ok).toBe(false);
    const address = { type: 'http', url: '', headers: { A: 'secret' } } as const;
    expect(configOf(stdio({ env: { A: keep } }), address).ok).toBe(false);
  });
});

describe('what a form says of an address', () => {
  it('is stored as it was typed', () => {
    expect(configOf(http(), null)).toEqual(
      ok({ type: 'http', url: 'https://a.example/mcp', headers: {} }),
    );
    expect(configOf(http({ url: 'HTTP://a.example' }), null).ok).toBe(true);
  });

  it.each(['', 'a.example', 'ftp://a.example', 'https://', 'x https://a.example', 'https://a b'])(
    'is refused where it is none: %j',
    (url) => {
      expect(configOf(http({ url }), null)).toEqual(
        err({
          code: 'bad-input',
          message: 'The address must be a complete http:// or https:// URL.',
        }),
      );
    },
  );

  it('keeps the headers that it does not set, of an address only', () => {
    const before = { type: 'sse', url: '', headers: { A: 'old' } } as const;
    expect(configOf(http({ headers: { A: keep } }), before)).toMatchObject({
      value: { headers: { A: 'old' } },
    });
    expect(configOf(http({ headers: { A: keep } }), null).ok).toBe(false);
    const command = { type: 'stdio', command: '', args: [], env: { A: 'x' } } as const;
    expect(configOf(http({ headers: { A: keep } }), command).ok).toBe(false);
  });

  it('has no headers where it is a site', () => {
    const site = http({ type: 'well-known' });
    expect(configOf(site, null)).toMatchObject({ value: { type: 'well-known', headers: {} } });
    expect(configOf(http({ type: 'well-known', headers: { A: { set: 'x' } } }), null)).toEqual(
      err({ code: 'bad-input', message: 'No headers are sent to a well-known address.' }),
    );
  });
});
