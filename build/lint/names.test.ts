import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root } from '../product.ts';
import { judgeFileName, judgeTopLevelName, judgeTypeName } from './names.mjs';

describe('names', () => {
  it('of exported types have two words', () => {
    expect(judgeTypeName('Asked')).toContain('two words');
    expect(judgeTypeName('StartPermission')).toBeNull();
    expect(judgeTypeName('Finding')).toBeNull();
  });

  it('that a whole file uses say what they are', () => {
    expect(judgeTopLevelName('most')).toContain('could be anything');
    expect(judgeTopLevelName('maxCount')).toBeNull();
  });

  it('of files say what they export', () => {
    for (const path of ['renderer/features/log/words.ts', 'electron/gateway/session/desk.ts'])
      expect(judgeFileName(path)).toContain('named after what it exports');
    expect(judgeFileName('electron/gateway/session/host-requests.test.ts')).toBeNull();
  });

  it('of exported types mean one thing each', () => {
    const files = execFileSync('git', ['ls-files', 'electron', 'renderer', 'shared'], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|fixture)\.|\/testing\//.test(path));
    const places = new Map<string, string[]>();
    for (const path of files)
      for (const [, name = ''] of readFileSync(root + path, 'utf8').matchAll(
        /^export (?:interface|type|class) (\w+)/gm,
      ))
        places.set(name, [...(places.get(name) ?? []), path]);
    const twice = [...places].filter(([name, paths]) => paths.length > 1 && name !== 'Props');
    // A host's entry as the published library names it, and the one that Skillgate makes of it.
    expect(twice.map(([name]) => name)).toEqual(['ServerConfig']);
  });
});
