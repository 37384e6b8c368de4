import type { Dialog, Shell } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { openExternal } from './external.ts';
import { dialog, double, resetDouble, shell } from './testing/electron-double.ts';

describe('opening an address outside the app', () => {
  beforeEach(resetDouble);
  const open = (address: string): Promise<boolean> =>
    openExternal(address, dialog as unknown as Dialog, shell as unknown as Shell);

  it.each([
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'ms-msdt:/id',
    'skill://acme/SKILL.md',
    'https://bank.example@evil.example/',
    '',
    'example.com',
  ])('never even asks for %s', async (address) => {
    double.pressed = 1;
    expect(await open(address)).toBe(false);
    expect([double.messages, double.opened]).toEqual([[], []]);
  });

  it('opens https once the person has seen the whole address and said yes', async () => {
    double.pressed = 1;
    expect(await open('https://example.com/docs?a=1')).toBe(true);
    expect(double.messages[0]).toMatchObject({
      detail: 'https://example.com/docs?a=1',
      defaultId: 0,
      cancelId: 0,
    });
    expect(double.opened).toEqual(['https://example.com/docs?a=1']);
  });

  it('opens nothing when the person says no, which is the default', async () => {
    expect(await open('https://example.com/')).toBe(false);
    expect(double.opened).toEqual([]);
  });

  it('shows a look-alike host as what it is', async () => {
    await open('https://аpple.com/');
    expect(double.messages[0]?.detail).toBe('https://xn--pple-43d.com/');
  });
});
