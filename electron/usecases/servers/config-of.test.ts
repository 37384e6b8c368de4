import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import type { ServerInput } from '../../../shared/model/server.ts';
import { maskedTarget, maskUrl } from '../../core/import/masked-target.ts';
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

describe('what a form got with something hidden in it', () => {
  const before = {
    type: 'stdio',
    command: 'tool',
    args: ['--token', 's3cret-word', '-e', 'one()\ntwo()', '--api-key=abc-def', 'x'],
    env: {},
  } as const;
  const target = maskedTarget(before);
  const got = (target.type === 'stdio' ? target.args : []).join('\n').split('\n');
  const argsOf = (args: readonly string[]) => {
    const config = configOf(stdio({ args }), before);
    return config.ok && config.value.type === 'stdio' ? config.value.args : null;
  };

  it('is what is stored, to the letter, where it comes back as it was', () => {
    expect(got.join(' ')).not.toContain('s3cret');
    expect(argsOf(got)).toEqual(before.args);
  });

  it('keeps the others where one is changed, added or taken away', () => {
    expect(argsOf([...got.slice(0, -1), 'y'])).toEqual([...before.args.slice(0, -1), 'y']);
    expect(argsOf(['--more', ...got])).toEqual(['--more', ...before.args]);
    expect(argsOf(got.slice(2))).toEqual(before.args.slice(2));
  });

  it('is refused where it was changed, or stands for nothing that is stored', () => {
    expect(argsOf(['--other=••••'])).toBeNull();
    expect(configOf(stdio({ args: ['--token', '••••'] }), null)).toMatchObject({
      error: { code: 'bad-input' },
    });
    const address = { type: 'http', url: 'https://a.example/?token=abc', headers: {} } as const;
    expect(configOf(http({ url: maskUrl(address.url) }), address)).toMatchObject({
      value: { url: address.url },
    });
    const other = maskUrl(address.url).replace('a.example', 'b.example');
    expect(configOf(http({ url: other }), address).ok).toBe(false);
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
