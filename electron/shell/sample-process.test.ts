import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { endWithInput, sampleCommand } from './own-processes.ts';

describe('the command of the sample server', () => {
  const app = (isPackaged: boolean) => ({ isPackaged, getAppPath: () => '/product' });
  it('is the app itself: with its folder in development, without when packaged', () => {
    expect(sampleCommand(app(false), {})).toEqual({
      command: process.execPath,
      args: ['/product', '--sample-server'],
      env: {},
    });
    expect(sampleCommand(app(true), {}).args).toEqual(['--sample-server']);
  });
  it('is given what finds the display, and nothing else of the environment', () => {
    expect(sampleCommand(app(true), { DISPLAY: ':0', TOKEN: 'secret' }).env).toEqual({
      DISPLAY: ':0',
    });
  });
});

describe('the process of the sample server', () => {
  it('ends when nobody can ask it any more, and not before', async () => {
    const codes: (number | undefined)[] = [];
    const input = new PassThrough();
    endWithInput({ exit: (code) => void codes.push(code) }, input);
    input.write('{}');
    input.resume();
    await new Promise(setImmediate);
    expect(codes).toEqual([]);
    input.end();
    await new Promise((resolve) => input.once('close', resolve));
    expect(codes).toEqual([0]);
  });
});
