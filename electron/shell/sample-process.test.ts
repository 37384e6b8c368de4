import { describe, expect, it } from 'vitest';
import { sampleCommand } from './sample-process.ts';

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
