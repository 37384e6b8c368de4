import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import type { ServerInput } from '../../../shared/model/server.ts';
import { maskedTarget, maskUrl } from '../../core/import/masked-target.ts';
import type { ServerConfig } from '../ports/servers.ts';
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

  it.each(['BASH_ENV=run_token', ' BASH_ENV=x', '', ' ', 'A\0B'])(
    'has no variable whose name sets another: %j',
    (name) => {
      expect(configOf(stdio({ env: { [name]: { set: 'x' } } }), null)).toMatchObject({
        ok: false,
        error: { code: 'bad-input' },
      });
    },
  );

  it('says how long it may take to start, within bounds, and is shown so', () => {
    for (const input of [stdio({ startTimeout: 600 }), http({ startTimeout: 600 })]) {
      const config = configOf(input, null);
      expect(config).toMatchObject({ value: { startTimeout: 600 } });
      expect(config.ok && maskedTarget(config.value)).toMatchObject({ startTimeout: 600 });
    }
    const before = {
      type: 'stdio',
      command: 'serve',
      args: [' a '],
      env: {},
      startTimeout: 9,
    } as const;
    const after = configOf(stdio(), before);
    expect(after.ok && 'startTimeout' in after.value).toBe(false);
    expect(configOf(stdio({ startTimeout: 601 }), null)).toEqual(
      err({
        code: 'bad-input',
        message: 'The start timeout is a whole number of seconds from 1 to 600.',
      }),
    );
  });

  it('keeps a type that nobody wrote implied, until the type or the host is another', () => {
    const before = {
      type: 'http',
      url: 'https://a.example/mcp',
      headers: {},
      isTypeImplied: true,
    } as const;
    expect(configOf(http(), before)).toEqual(ok(before));
    for (const input of [http({ type: 'sse' }), http({ url: 'https://b.example/mcp' })]) {
      const config = configOf(input, before);
      expect(config.ok && 'isTypeImplied' in config.value).toBe(false);
    }
    expect(configOf(http({ isTypeImplied: true }), null)).toEqual(ok(before));
  });

  it('keeps the values that it does not set, of a command only', () => {
    const before = {
      type: 'stdio',
      command: 'serve',
      args: [' a '],
      env: { A: 'old', B_TOKEN: 'old' },
    } as const;
    expect(configOf(stdio({ env: { A: keep, B_TOKEN: { set: 'new' } } }), before)).toMatchObject({
      value: { env: { A: 'old', B_TOKEN: 'new' } },
    });
    expect(configOf(stdio({ env: { C: keep } }), before)).toEqual(
      err({ code: 'bad-input', message: 'There’s no stored value for C.' }),
    );
    expect(configOf(stdio({ env: { toString: keep } }), before).ok).toBe(false);
    const address = { type: 'http', url: '', headers: { A: 'secret' } } as const;
    expect(configOf(stdio({ env: { A: keep } }), address).ok).toBe(false);
  });
});

describe('what a form got with something hidden in it', () => {
  const before = {
    type: 'stdio',
    command: 'serve',
    args: ['serve', '--token', 's3cret-word', '--text', 'one\ntwo', '--api-key=abc-def', '/x'],
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
    expect(argsOf([...got.slice(0, -1), '/y'])).toEqual([...before.args.slice(0, -1), '/y']);
    expect(argsOf(['--more=1', ...got])).toEqual(['--more=1', ...before.args]);
    const [serve = '', ...behind] = got;
    expect(argsOf([serve, ...behind.slice(2)])).toEqual([serve, ...before.args.slice(3)]);
    expect(argsOf(got.slice(3))).toBeNull();
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

describe('a value that is kept', () => {
  const proxy = {
    type: 'stdio',
    command: 'proxy',
    args: ['--header', 'Authorization: Bearer S1a', '--remote', 'https://a.example'],
    env: { A_PIN: 'S1a' },
  } as const;
  const twice = {
    ...proxy,
    args: [...proxy.args, '--header', 'Authorization: Bearer S2b', '--remote', 'https://b.example'],
  };
  const saved = (before: ServerConfig, more: object) => {
    const target = maskedTarget(before);
    const input = { command: 'proxy', args: target.type === 'stdio' ? target.args : [], ...more };
    const config = configOf(stdio(input), before);
    return config.ok && config.value.type === 'stdio' ? config.value : config;
  };
  const lines = (before: ServerConfig) => {
    const target = maskedTarget(before);
    return target.type === 'stdio' ? target.args : [];
  };
  const refused = { error: { code: 'bad-input' } };

  it('goes to no other argument that looks alike', () => {
    const got = lines(twice);
    expect(saved(twice, {})).toMatchObject({ args: twice.args });
    expect(saved(twice, { args: got.slice(4) })).toMatchObject(refused);
    expect(saved(twice, { args: got.slice(0, 4) })).toMatchObject(refused);
  });

  it.each<readonly [string, object]>([
    ['command', { command: 'evil' }],
    ['host', { args: [...lines(proxy).slice(0, 3), 'https://evil.example'] }],
    ['option', { args: ['--nothing', ...lines(proxy).slice(1)] }],
    ['host beside it', { args: [...lines(proxy), '--remote', 'evil'] }],
    ['host before it', { args: ['--remote=evil', ...lines(proxy)] }],
  ])('goes to no other %s', (_, more) => expect(saved(proxy, more)).toMatchObject(refused));

  it('stays where something that is none of these is changed', () => {
    expect(saved(proxy, { args: [...lines(proxy), '--verbose'] })).toMatchObject({
      args: [...proxy.args, '--verbose'],
    });
  });

  it('is not shown for want of the word before it, nor by the code that takes it', () => {
    const word = { ...proxy, args: ['serve', '--token', 'S1a'] };
    expect(saved(word, { args: ['--token', '••••'] })).toMatchObject(refused);
    const env = { A_PIN: keep };
    expect(saved({ ...word, args: ['x'] }, { args: ['$A_PIN'], env })).toMatchObject(refused);
    expect(saved(word, { env })).toMatchObject({ env: { A_PIN: 'S1a' } });
  });

  it('of a variable goes to no other program of a runner', () => {
    const runner = { ...proxy, command: 'npx', args: ['-y', 'good', '--x'] };
    const env = { A_PIN: keep };
    const to = (...args: string[]) => saved(runner, { command: 'npx', args, env });
    expect(to('-y', 'evil', '--x')).toMatchObject(refused);
    expect(to('-y', '-p', 'evil', 'good')).toMatchObject(refused);
    expect(to('-y', 'good', '--y')).toMatchObject({ env: { A_PIN: 'S1a' } });
  });

  it('of a header goes to no other host', () => {
    const before = { type: 'http', url: 'https://good.example/mcp', headers: { A: 'S' } } as const;
    const headers = { A: keep };
    expect(configOf(http({ url: 'https://evil.example/mcp', headers }), before)).toEqual(
      err({
        code: 'bad-input',
        message:
          'The value of A was stored for something else (the host is different). Enter it again.',
      }),
    );
    expect(configOf(http({ url: 'http://good.example/mcp', headers }), before).ok).toBe(false);
    expect(configOf(http({ url: 'https://good.example/v2', headers }), before).ok).toBe(true);
  });
});

/** What the form gives that nobody has changed: a line for each line of an argument. */
function asForm(before: ServerConfig): ServerInput {
  const target = maskedTarget(before);
  const kept = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, keep]));
  if (target.type !== 'stdio') {
    const { headerNames, ...rest } = target;
    return { ...rest, headers: kept(headerNames) };
  }
  const { envNames, args, ...rest } = target;
  const text = args.join('\n');
  return { ...rest, args: text === '' ? [] : text.split(/\r\n|\r|\n/), env: kept(envNames) };
}

describe('a form that is saved as it was opened', () => {
  it.each<ServerConfig>([
    { type: 'stdio', command: ' foo', args: [''], env: { _: '1', ' A ': '2' }, cwd: ' /x ' },
    { type: 'stdio', command: 'foo', args: ['a\rb', 'c\r\nd', '', 'e\n'], env: {} },
    { type: 'stdio', command: 'foo', args: [], env: { constructor: '1' } },
    { type: 'http', url: 'https://a.example/?token=abc', headers: { A: '1' } },
  ])('changes nothing: %j', (before) => {
    const input = asForm(before);
    expect(configOf(input, before)).toEqual(ok(before));
  });
  it('keeps a lone CR where another argument is changed', () => {
    const before = { type: 'stdio', command: 'foo', args: ['a\rb', 'c'], env: {} } as const;
    expect(configOf(stdio({ command: 'foo', args: ['a', 'b', 'd'] }), before)).toMatchObject({
      value: { args: ['a\rb', 'd'] },
    });
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
          message: expect.stringMatching(/^The address (?:is not|starts with ftp).* https?\W/),
        }),
      );
    },
  );

  it('is refused as a command', () => {
    const stdio = { type: 'stdio' as const, args: [], env: {} };
    for (const command of ['localhost:9999', 'a.example/mcp', 'htp://a', 'http://a.example'])
      expect(configOf({ ...stdio, command }, null)).toEqual(
        err({
          code: 'bad-input',
          message: expect.stringMatching(/^This (?:looks like|is) an add/),
        }),
      );
    for (const command of ['./server', 'bin/server', 'npx'])
      expect(configOf({ ...stdio, command }, null).ok).toBe(true);
    // A person who changes something else keeps it.
    const before = { ...stdio, command: 'localhost:9999' };
    expect(configOf({ ...before, args: ['x'] }, before).ok).toBe(true);
  });

  it('keeps the headers that it does not set, of an address only', () => {
    const before = { type: 'sse', url: 'https://a.example/sse', headers: { A: 'old' } } as const;
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
      err({ code: 'bad-input', message: 'Skillgate sends no headers to a well-known address.' }),
    );
  });
});
