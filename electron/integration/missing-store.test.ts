import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandsOver, type Commands } from './testing/commands.ts';
import { makePlace, type Place } from './testing/place.ts';
import { scene, skill, stdioServer } from './testing/servers.ts';

const uri = 'skill://one/SKILL.md';
const about = ['--server', 's', '--uri', uri] as const;
let place: Place;
let commands: Commands;
const names = ['approvals.json', 'audit.jsonl'] as const;
const inData = (name: string): string => join(commands.data, name);
const decisions = (): string => inData('approvals.json');

let shown: string[];
let files: Readonly<Record<string, Buffer>>;
beforeAll(async () => {
  place = makePlace();
  const served = scene(place, 'scene', { skills: [skill('one'), skill('two')] });
  commands = commandsOver(place.root, stdioServer(place, 'honest', served.args).entry);
  const { json } = await commands.answer(['approve', ...about]);
  const { setDigest, metadataDigest } = json as Record<string, string>;
  shown = ['--set-digest', setDigest ?? '', '--metadata-digest', metadataDigest ?? ''];
  shown.push('--accept-risk');
  const approved = await commands.answer(['approve', ...about, ...shown]);
  expect(approved.exit).toBe(0);
  files = Object.fromEntries(names.map((name) => [name, readFileSync(inData(name))]));
  return () => {
    commands.end();
    place.remove();
  };
});
beforeEach(() => {
  for (const name of readdirSync(commands.data))
    if (name.startsWith('approvals.json')) rmSync(inData(name));
  for (const name of names) writeFileSync(inData(name), files[name] ?? '', { mode: 0o600 });
});

/** What a command line prints and how it ends, also when it stops. */
async function ask(...words: string[]): Promise<{ exit: number; text: string }> {
  const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  try {
    const { exit, text } = await commands.run(words.join(' '));
    return { exit, text: [text, ...said.mock.calls.map(([line]) => String(line))].join('\n') };
  } finally {
    said.mockRestore();
  }
}

describe('decisions whose file is missing', () => {
  const wayOn = 'run `skillgate forget --all --yes`';

  it.each<[string, number, string[]]>([
    ['list', 0, ['list']],
    ['check', 2, ['check', ...about]],
    ['show', 0, ['show', ...about]],
    ['approve', 2, ['approve', ...about]],
    ['deny', 2, ['deny', ...about]],
    ['revoke', 2, ['revoke', ...about]],
    ['export --as', 2, ['export', '--as', 'lock']],
    ['export --bundle', 2, ['export', '--bundle', 'FILE']],
    ['doctor', 1, ['doctor']],
    ['forget without --yes', 2, ['forget', '--all']],
  ])('make %s end with %i, say what to do, and write no file', async (_, exit, words) => {
    rmSync(decisions());
    const bundle = place.path('out.bundle');
    const answered = await ask(...words.map((word) => (word === 'FILE' ? bundle : word)));
    expect(answered).toMatchObject({ exit, text: expect.stringContaining(wayOn) });
    expect(answered.text).not.toMatch(/^approved/m);
    expect(existsSync(decisions())).toBe(false);
    expect(existsSync(bundle)).toBe(false);
  });

  it('return with the file, or start empty when a person says so', async () => {
    renameSync(decisions(), `${decisions()}.next`);
    expect((await ask('check', ...about)).text).toContain(
      'rename approvals.json.next to approvals.json',
    );
    renameSync(`${decisions()}.next`, decisions());
    expect((await ask('check', ...about)).exit).toBe(0);
    rmSync(decisions());
    expect(await ask('forget', '--all', '--yes')).toEqual({
      exit: 0,
      text: 'Skillgate starts with no decisions.',
    });
    expect((await ask('check', ...about)).exit).toBe(3);
    expect(readFileSync(inData('audit.jsonl'), 'utf8')).toContain(
      'a person chose to start with no decisions',
    );
    expect(readdirSync(commands.data)).toContain('approvals.json');
  });
});

/**
 * Makes the data folder read-only, and returns a function that undoes it; null if this machine
 * can't. The superuser can write despite file modes, so for them it's a separate file system.
 */
function lockFolder(): (() => void) | null {
  const { data } = commands;
  if (process.getuid?.() !== 0) {
    chmodSync(data, 0o500);
    return () => chmodSync(data, 0o700);
  }
  const aside = place.path('aside');
  cpSync(data, aside, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=0700', 'tmpfs', data]).status !== 0)
    return null;
  cpSync(aside, data, { recursive: true });
  spawnSync('mount', ['-o', 'remount,ro', data]);
  return () => {
    spawnSync('umount', [data]);
    rmSync(aside, { recursive: true });
  };
}

describe.skipIf(process.platform === 'win32')('a data folder that is read-only', () => {
  it.each<[string, string[]]>([
    ['approve', ['approve', ...about, 'SHOWN']],
    ['approve --lock', ['approve', '--lock', 'LOCK', '--accept-risk']],
    ['deny', ['deny', ...about]],
    ['revoke', ['revoke', ...about]],
    ['forget', ['forget', '--all', '--yes']],
    ['mirror', ['mirror', 'COPY']],
  ])('makes %s report the failure, and keeps earlier decisions', async (_, words) => {
    const lock = place.path('skills.lock.json');
    await ask('export', '--as', 'lock', '--output', lock);
    const given = words.flatMap((word) =>
      word === 'SHOWN'
        ? shown
        : word === 'LOCK'
          ? [lock]
          : word === 'COPY'
            ? [place.path('copy')]
            : [word],
    );
    const before = readFileSync(decisions(), 'utf8');
    const audit = readFileSync(inData('audit.jsonl'), 'utf8');
    const end = lockFolder();
    if (end === null) return;
    try {
      const { exit, text } = await ask(...given);
      expect(exit).not.toBe(0);
      expect(text).toMatch(/read-only|permission denied|cannot be written/);
      expect((await ask('check', ...about)).exit).toBe(0);
      expect(readFileSync(decisions(), 'utf8')).toBe(before);
      expect(readFileSync(inData('audit.jsonl'), 'utf8')).toBe(audit);
    } finally {
      end();
    }
  });
});
