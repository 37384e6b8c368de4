import { describe, expect, it } from 'vitest';
import { argumentsParts } from './argument.ts';
import { credential, parts, secretHeader } from './credential.ts';
import { consentFingerprint } from './fingerprint.ts';
import { placesOf } from './program.ts';
import { textsOf } from './start-text.ts';

describe('the program of a runner', () => {
  it.each([
    ['a name', ['acme']],
    ['a path in a package', ['@a/b']],
    ['a path that begins as a switch of Windows does', ['/opt/x.js']],
    ['a path that ends as one', ['dir/c']],
    ['a package with a sign of assignment', ['@a/b@x=1']],
    ['a name behind a switch', ['-y', 'acme']],
    ['a name behind an option that has its value', ['--from=a', 'acme']],
    ['a name behind a name', ['run', 'acme']],
  ])('is among its arguments with %s', (_, args) => {
    expect(placesOf('npx', args).at(-1)?.isNamed).toBe(true);
  });

  it.each([
    ['nothing', []],
    ['an empty word', ['']],
    ['a switch', ['-y']],
    ['a switch of Windows', ['/c']],
    ['one in capitals', ['/C']],
    ['a verb', ['run']],
    ['another runner', ['npx']],
    ['a variable', ['A=1']],
    ['a variable of a longer name', ['NODE_ENV=x']],
    ['what may be the value of an option', ['--from', 'acme']],
  ])('is not among them for certain with %s', (_, args) => {
    expect(placesOf('npx', args).at(-1)?.isNamed).toBe(false);
  });
});

describe('the pieces of an argument', () => {
  const shown = (text: string) => [{ text, hidden: false }];
  const hidden = (text: string) => [{ text, hidden: true }];

  it('are none that is empty, or one where nothing is', () => {
    expect(parts(['', false], ['a', true], ['', true])).toEqual(hidden('a'));
    expect(parts(['', true])).toEqual(shown(''));
    expect(parts()).toEqual(shown(''));
  });

  it.each([
    ['a', hidden('a')],
    ['', shown('')],
    ['Bearer abc', [...shown('Bearer '), ...hidden('abc')]],
    ['Bearer ', shown('Bearer ')],
    ['a/b', shown('a/b')],
    ['data:x', shown('data:x')],
    ['evil.js', shown('evil.js')],
    ['-x', shown('-x')],
  ])('of a value of a secret option: %j', (value, pieces) => {
    expect(credential(value)).toEqual(pieces);
  });

  it.each([
    ['Authorization: Bearer a/b', [...shown('Authorization: Bearer '), ...hidden('a/b')]],
    ['X-Api-Key:k', [...shown('X-Api-Key:'), ...hidden('k')]],
    ['X-Trace: abc', null],
    ['Authorization:', null],
    ['GET / Authorization: abc', null],
    ['Authorization: https://x.example/', null],
    ['Authorization: evil.js', null],
    ['Authorization: a;b', null],
    ['abc', null],
    ['', null],
  ])('of a header: %j', (text, pieces) => {
    expect(secretHeader(text)).toEqual(pieces);
  });

  const of = (command: string, ...args: string[]) =>
    (argumentsParts(command, args).at(-1) ?? [])
      .map((part) => (part.hidden ? `<${part.text}>` : part.text))
      .join('');

  it.each([
    [['https://u:pw@h/'], 'https://u:<pw>@h/'],
    [['s3+x.y-z://u:pw@h/'], 's3+x.y-z://u:<pw>@h/'],
    [['HTTPS://u:pw@h/'], 'HTTPS://u:<pw>@h/'],
    [['evil()//x https://u:pw@h/'], 'evil()//x https://u:pw@h/'],
    [['a b://u:pw@h/'], 'a b://u:pw@h/'],
    [['1://u:pw@h/'], '1://u:pw@h/'],
    [['https://u@h/'], 'https://u@h/'],
    [['https://u:@h/'], 'https://u:@h/'],
    [['https://h:80/?token=a&x=b&key=c#d'], 'https://h:80/?token=<a>&x=b&key=<c>#d'],
    [['https://h/?token=a;evil'], 'https://h/?token=a;evil'],
    [['-e', 'https://u:pw@h/'], 'https://u:pw@h/'],
    [['--token=abc'], '--token=<abc>'],
    [['--token='], '--token='],
    [['--port=80'], '--port=80'],
    [['--header=X-Api-Key: k'], '--header=X-Api-Key: <k>'],
    [['--extra-headers=X-Api-Key: k'], '--extra-headers=X-Api-Key: <k>'],
    [['--other=X-Api-Key: k'], '--other=X-Api-Key: k'],
    [['--header', 'X-Trace: k'], 'X-Trace: k'],
    [['--no-token', 'k'], 'k'],
    [['token', 'k'], 'k'],
    [['k'], 'k'],
    [[''], ''],
  ])('of the last of %j are hidden where they are credentials alone', (args, pieces) => {
    expect(of('acme', ...args)).toBe(pieces);
  });

  it('are all shown behind a runner whose program is not named yet', () => {
    expect(of('npx', '--token', 'k')).toBe('k');
    expect(of('npx', '', '--token', 'k')).toBe('k');
    expect(of('npx', 'acme', '--token', 'k')).toBe('<k>');
    expect(of('npx', '--token', 'acme')).toBe('acme');
    expect(of('npx', '--header', 'X-Api-Key: k')).toBe('X-Api-Key: k');
    expect(of('npx', 'acme', '-H', 'X-Api-Key: k')).toBe('X-Api-Key: <k>');
  });
});

describe('what a permission covers', () => {
  const http = { type: 'http', url: 'https://x.example/', headers: {} } as const;
  it('is an address and the way to it, and none of its headers', () => {
    const yes = consentFingerprint(http);
    expect(consentFingerprint({ ...http, url: 'https://y.example/' })).not.toBe(yes);
    expect(consentFingerprint({ ...http, type: 'sse' })).not.toBe(yes);
    expect(consentFingerprint({ ...http, headers: { A: 'b' } })).toBe(yes);
  });
  it('to a command is another where it starts in a folder', () => {
    const stdio = { type: 'stdio', command: 'a', args: [], env: {} } as const;
    expect(consentFingerprint(stdio)).not.toBe(consentFingerprint({ ...stdio, cwd: '/x' }));
  });
});

describe('the texts of a configuration', () => {
  it('are shown, but for the secrets of an address', () => {
    const url = 'https://u:pw-pw-pw@x.example/?key=k-k-k-k';
    const { shown, hidden } = textsOf({ type: 'http', url, headers: { A: 'header-a' } });
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatch(/^https:\/\/.*x\.example/);
    expect(shown[0]).not.toMatch(/pw-pw|k-k/);
    expect(hidden).toEqual(expect.arrayContaining(['header-a']));
  });
  it('are those of a command with its folder, and of variables that load code', () => {
    const env = { TOKEN: 'secret', NODE_OPTIONS: '-r x' };
    const config = {
      type: 'stdio',
      command: 'a',
      args: ['serve', '--token', 'k'],
      cwd: '/w',
      env,
    } as const;
    expect(textsOf(config)).toEqual({
      shown: ['a', '/w', 'serve', '--token', '-r x'],
      hidden: ['k', 'secret'],
    });
    const { cwd: _, ...without } = config;
    expect(textsOf(without).shown.slice(0, 2)).toEqual(['a', '']);
  });
});
