import type { Dialog } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../shared/result.ts';
import { chooseFolder, proposedName, saveFile } from './file-dialogs.ts';
import { dialog, double, resetDouble } from './testing/electron-double.ts';

describe('saving a file', () => {
  let written: [string, string][];
  beforeEach(() => {
    resetDouble();
    written = [];
  });
  const save = (
    name: string,
    write = (path: string, bytes: Uint8Array): Promise<void> => {
      written.push([path, new TextDecoder().decode(bytes)]);
      return Promise.resolve();
    },
  ): Promise<Result<boolean, string>> =>
    saveFile(name, 'text', null, dialog as unknown as Dialog, write);

  it('writes where the person says', async () => {
    double.chosen = '/home/p/decisions.json';
    expect(await save('skillgate-decisions.json')).toEqual({ ok: true, value: true });
    expect(double.proposed).toEqual(['skillgate-decisions.json']);
    expect(written).toEqual([['/home/p/decisions.json', 'text']]);
  });

  it('writes nothing when they say nothing', async () => {
    expect(await save('a.json')).toEqual({ ok: true, value: false });
    expect(written).toEqual([]);
  });

  it('says why it could not, without saying where', async () => {
    double.chosen = '/home/p/secret/place.json';
    const full = Object.assign(new Error('ENOSPC: /home/p/secret/place.json'), { code: 'ENOSPC' });
    expect(await save('a.json', () => Promise.reject(full))).toEqual({
      ok: false,
      error: 'Couldn’t write the file (ENOSPC).',
    });
  });

  it.each([
    ['refunds-changes.md', 'refunds-changes.md'],
    ['skillgate-log.ndjson', 'skillgate-log.ndjson'],
    ['skillgate-log.har', 'skillgate-log.har'],
    ['../../.bashrc', 'bashrc.txt'],
    ['/etc/cron.d/job', 'etc-cron.d-job.txt'],
    ['C:\\Windows\\run.exe', 'C-Windows-run.exe.txt'],
    ['.hidden.json', 'hidden.json'],
    ['evil\u202Egpj.md', 'evil-gpj.md'],
    ['a.desktop', 'a.desktop.txt'],
    ['a.json.', 'a.json.txt'],
    ['', 'skillgate.txt'],
    ['...', 'skillgate.txt'],
    ['.md', 'md.txt'],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(80)}.csv`],
  ])('proposes for %j only a name: %j', (name, proposed) => {
    expect(proposedName(name)).toBe(proposed);
  });
});

describe('choosing a folder', () => {
  beforeEach(resetDouble);
  const choose = (): Promise<string | null> => chooseFolder(null, dialog as unknown as Dialog);

  it('gives the folder that the person chose', async () => {
    double.chosen = '/home/p/skills';
    expect(await choose()).toBe('/home/p/skills');
  });

  it('gives nothing when they choose nothing', async () => {
    expect(await choose()).toBeNull();
  });
});
