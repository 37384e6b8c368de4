import { describe, expect, it } from 'vitest';
import { windowsProgram } from '../../../shared/windows-program.ts';
import { programPath } from './program.ts';

const search = (platform: NodeJS.Platform, env: Record<string, string>, ...files: string[]) => ({
  ...{ platform, env, folder: platform === 'win32' ? 'C:\\repository' : '/repository' },
  isProgram: (path: string) => files.includes(path),
});

describe('on Windows', () => {
  const env = { Path: '"C:\\Program Files\\nodejs";.;node_modules\\.bin;;C:\\tools' };

  it('takes the program on the PATH, and none in the folder that it starts in', () => {
    const files = [
      ...['C:\\repository\\npx.cmd', 'C:\\repository\\.\\npx.cmd'],
      ...['C:\\repository\\node_modules\\.bin\\npx.cmd', 'npx.cmd', '.\\npx.cmd'],
    ];
    expect(programPath('npx', search('win32', env, ...files))).toBeNull();
    expect(
      programPath('npx', search('win32', env, ...files, 'C:\\Program Files\\nodejs\\npx.cmd')),
    ).toBe('C:\\Program Files\\nodejs\\npx.cmd');
  });

  it('tries the endings of PATHEXT in its order, and a name that has one as it is', () => {
    const files = ['C:\\tools\\a.cmd', 'C:\\tools\\a.exe', 'C:\\tools\\b.js'];
    expect(programPath('a', search('win32', env, ...files))).toBe('C:\\tools\\a.exe');
    const other = { ...env, pathext: '.CMD;.EXE' };
    expect(programPath('a', search('win32', other, ...files))).toBe('C:\\tools\\a.cmd');
    expect(programPath('b.js', search('win32', env, ...files))).toBe('C:\\tools\\b.js');
  });

  it('resolves a relative path from the start folder, and leaves an absolute one unchanged', () => {
    const files = ['C:\\repository\\.\\run.cmd', 'D:\\x\\run.exe'];
    expect(programPath('.\\run', search('win32', env, ...files))).toBe(
      'C:\\repository\\.\\run.cmd',
    );
    expect(programPath('D:\\x\\run.exe', search('win32', env, ...files))).toBe('D:\\x\\run.exe');
    expect(programPath('C:run', search('win32', env, 'C:run.exe'))).toBeNull();
  });

  it("names Windows' own programs whole", () => {
    expect(windowsProgram('taskkill.exe', { SystemRoot: 'D:\\Win' })).toBe(
      'D:\\Win\\System32\\taskkill.exe',
    );
    expect(windowsProgram('taskkill.exe', {})).toBe('C:\\Windows\\System32\\taskkill.exe');
  });
});

describe('elsewhere', () => {
  it('takes the PATH in its order, where relative folders count from where it starts', () => {
    const env = { PATH: 'bin::/usr/bin' };
    expect(programPath('npx', search('linux', env, '/usr/bin/npx'))).toBe('/usr/bin/npx');
    expect(programPath('npx', search('linux', env, '/usr/bin/npx', '/repository/npx'))).toBe(
      '/repository/npx',
    );
    expect(programPath('./npx', search('linux', env, '/repository/./npx'))).toBe(
      '/repository/./npx',
    );
    expect(programPath('npx', search('linux', {}, '/usr/bin/npx'))).toBeNull();
  });
});
