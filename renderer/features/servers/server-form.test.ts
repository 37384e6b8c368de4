import { describe, expect, it } from 'vitest';
import { emptyForm, formErrors, formOf, inputOf } from './server-form.ts';

const taken = new Set(['acme']);

describe('the server form', () => {
  it('makes one argument per line, spaces included', () => {
    const input = inputOf({
      ...emptyForm,
      label: 'x',
      command: 'node',
      args: 'server.js\n--name\ntwo words',
    });
    expect(input).toEqual({
      type: 'stdio',
      command: 'node',
      args: ['server.js', '--name', 'two words'],
      env: {},
    });
  });
  it('sends every blank, line and name unchanged if nothing was edited', () => {
    const envNames = ['', ' A '];
    const target = {
      type: 'stdio',
      command: ' x',
      args: ['a\rb', ''],
      cwd: ' /w',
      startIn: '/srv',
      envNames,
    } as const;
    expect(inputOf(formOf('a', { ...target, args: [...target.args], envNames }))).toEqual({
      type: 'stdio',
      command: ' x',
      args: ['a', 'b', ''],
      cwd: ' /w',
      startIn: '/srv',
      env: { '': { kept: true }, ' A ': { kept: true } },
    });
  });
  it('has the start timeout as set, and sends none if empty', () => {
    const target = { type: 'stdio', command: 'x', args: [], envNames: [] } as const;
    const at = (startTimeout: string) => ({
      ...formOf('b', { ...target, args: [], envNames: [], startTimeout: 90 }),
      startTimeout,
    });
    expect(formOf('b', { ...target, args: [], envNames: [], startTimeout: 90 }).startTimeout).toBe(
      '90',
    );
    expect(inputOf(at(' 600 '))).toMatchObject({ startTimeout: 600 });
    expect('startTimeout' in inputOf(at(''))).toBe(false);
    for (const typed of ['0', '601', '1.5', 'soon', '-1', '1e2', '99999999999'])
      expect(formErrors(at(typed), taken).startTimeout).toBe(
        'Enter a whole number of seconds from 1 to 600, or leave this empty.',
      );
    expect(formErrors(at('1'), taken)).toEqual({});
    const site = { ...at('soon'), type: 'well-known', url: 'https://a.example' } as const;
    expect(formErrors(site, taken)).toEqual({});
    expect('startTimeout' in inputOf(site)).toBe(false);
  });
  it('rejects a name that would be lost in transit', () => {
    const form = formOf('b', { type: 'stdio', command: 'x', args: [], envNames: ['__proto__'] });
    expect(formErrors(form, taken).secrets).toContain('__proto__');
  });
  it('never sends a stored secret, only that it is kept', () => {
    const form = formOf('docs', {
      type: 'http',
      url: 'https://docs.example/mcp',
      headerNames: ['Authorization'],
    });
    expect(form.secrets[0]?.value).toBe('');
    expect(inputOf(form)).toEqual({
      type: 'http',
      url: 'https://docs.example/mcp',
      headers: { Authorization: { kept: true } },
    });
  });
  it('sends a retyped secret', () => {
    const form = formOf('docs', { type: 'stdio', command: 'x', args: [], envNames: ['TOKEN'] });
    expect(
      inputOf({ ...form, secrets: [{ id: 0, name: 'TOKEN', value: 's', kept: false }] }),
    ).toMatchObject({ env: { TOKEN: { set: 's' } } });
  });
  it('rejects a taken label, a missing command and an invalid address', () => {
    expect(formErrors({ ...emptyForm, label: 'acme' }, taken)).toEqual({
      label: 'Another server already has this label.',
      command: 'Enter the program to run.',
    });
    expect(
      formErrors({ ...emptyForm, label: 'b', type: 'http', url: 'javascript:alert(1)' }, taken).url,
    ).toBeDefined();
    expect(
      formErrors({ ...emptyForm, label: 'b', type: 'sse', url: 'http://127.0.0.1:9/sse' }, taken),
    ).toEqual({});
  });
  it('says what is wrong with an address, and that a command is one', () => {
    const of = (form: Partial<typeof emptyForm>) =>
      formErrors({ ...emptyForm, label: 'b', ...form }, taken);
    const address = (url: string) => of({ type: 'http', url }).url;
    expect(address('a.example')).toBe('Start the address with https:// or http://.');
    expect(address('http://a.example:99999')).toBe(
      'The address has the port 99999, but the highest is 65535.',
    );
    expect(address('ftp://a.example')).toBe(
      'The address starts with ftp://, but only http:// and https:// work.',
    );
    const unwritten = 'This looks like an address. Write it with http:// or https://.';
    expect(of({ command: 'localhost:9999' })).toEqual({ command: unwritten });
    expect(of({ command: 'a.example/mcp' })).toEqual({ command: unwritten });
    expect(of({ command: 'a.example/mcp', startIn: '/srv' })).toEqual({});
  });
  it('rejects a repeated name', () => {
    const row = { id: 0, name: 'A', value: '1', kept: false };
    expect(
      formErrors(
        { ...emptyForm, label: 'b', command: 'x', secrets: [row, { ...row, id: 1 }] },
        taken,
      ).secrets,
    ).toBeDefined();
  });
});
