import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composeCore, type ComposedCore, type ComposeOptions } from '../../compose-core.ts';
import { limits } from '../../core/limits.ts';
import type { OutputLine, CommandOutput } from '../call/command.ts';
import { printable } from '../call/terminal.ts';
import { answer } from '../run.ts';
import { hereAt } from '../testing/here.ts';
import { demandPublished } from '../testing/published.ts';

let home: string;
let remarks: string[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skillgate-by-name-'));
  remarks = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const options = (): ComposeOptions => ({
  place: { platform: 'linux', home, env: {} },
  cwd: home,
  version: '0',
  userName: 'tester',
  sample: { command: 'none', args: [] },
  command: { command: join(home, 'skillgate'), args: [] },
  sessionConfig: null,
  autoRetry: false,
});

/** One command in a process of its own. */
async function run(...argv: readonly string[]): Promise<CommandOutput & { readonly text: string }> {
  const opened: ComposedCore[] = [];
  const here = hereAt({
    ...{ place: { platform: 'linux' as const, home, env: {} }, cwd: home },
    core: async (_config, _findings, _allow, folders) => {
      const made = await composeCore({
        ...options(),
        ...(folders === undefined ? {} : { folders }),
      });
      if (!made.ok) throw new Error(made.error);
      opened.push(made.value);
      return made.value.app;
    },
    composing: options,
    remark: (line) => void remarks.push(line),
  });
  try {
    const output = await answer(argv, '0', here);
    demandPublished(['--json', ...argv], JSON.stringify(output.json));
    return { ...output, text: output.human.map((line: OutputLine) => printable(line)).join('\n') };
  } finally {
    for (const { app } of opened) await app.shutDown();
  }
}

function skill(folder: string, name: string, words = `About ${name}.`): void {
  const at = join(home, folder, name);
  mkdirSync(at, { recursive: true });
  writeFileSync(
    join(at, 'SKILL.md'),
    `---\nname: ${name}\ndescription: ${words}\n---\n\n${words}\n`,
  );
}

async function decide(kind: 'approve' | 'deny', folder: string, name: string): Promise<void> {
  const words = kind === 'approve' ? [...(await digests(folder, name)), '--accept-risk'] : [];
  const done = await run(kind, join(home, folder), '--uri', `skill://${name}/SKILL.md`, ...words);
  expect(done.exit, done.text).toBe(0);
}

/** A first run says what an approval is about. */
async function digests(folder: string, name: string): Promise<readonly string[]> {
  const shown = await run('approve', join(home, folder), '--uri', `skill://${name}/SKILL.md`);
  const { setDigest, metadataDigest } = shown.json as Readonly<Record<string, string>>;
  return ['--set-digest', setDigest ?? '', '--metadata-digest', metadataDigest ?? ''];
}

const apps = {
  codex: {
    folder: '.codex/skills',
    file: '.codex/config.toml',
    before: '# mine\nmodel = "x"\n',
    off: (name: string) => `[[skills.config]]\nname = "${name}"\nenabled = false\n`,
    on: () => '',
  },
  opencode: {
    folder: '.agents/skills',
    file: '.config/opencode/opencode.json',
    before: '{\n  // mine\n  "permission": {\n    "skill": {\n      "*": "ask"\n    }\n  }\n}\n',
    off: (name: string) => `"${name}": "deny"`,
    on: (name: string) => `"${name}": "allow"`,
  },
  'claude-code': {
    folder: '.claude/skills',
    file: '.claude/settings.json',
    before: '{\n  "model": "opus"\n}\n',
    off: (name: string) => `"${name}": "off"`,
    on: () => '',
  },
} as const;

describe.each(Object.entries(apps))(
  'sync %s --by-name',
  (host, { folder, file, before, off, on }) => {
    const settings = (): string => join(home, file);
    const text = (): string => readFileSync(settings(), 'utf8');

    beforeEach(() => {
      mkdirSync(dirname(settings()), { recursive: true });
      writeFileSync(settings(), before);
      for (const name of ['refunds', 'spy']) skill(folder, name);
    });

    it('turns a denied skill off, follows later decisions, and is undone to the byte', async () => {
      await decide('deny', folder, 'spy');
      await decide('approve', folder, 'refunds');
      const shown = await run('sync', host, '--by-name', '--dry-run');
      expect(shown.text).toContain('By name alone');
      expect(shown.text).toContain(settings());
      expect(text()).toBe(before);
      expect(await run('sync', host, '--by-name')).toMatchObject({ exit: 3 });
      expect(text()).toBe(before);

      expect(await run('sync', host, '--by-name', '--yes')).toMatchObject({ exit: 0 });
      expect(text()).toContain(off('spy'));
      expect(text()).toContain(on('refunds'));
      expect(text()).not.toContain(off('refunds'));

      await decide('deny', folder, 'refunds');
      expect(text()).toContain(off('refunds'));
      if (on('refunds') !== '') expect(text()).not.toContain(on('refunds'));
      expect(await run('sync')).toMatchObject({ exit: 0 });
      expect((await run('sync')).text).toMatch(/about local skills, by name: 2 off, in /);
      expect(remarks).toEqual([]);

      expect(await run('sync', '--undo', host, '--by-name', '--yes')).toMatchObject({ exit: 0 });
      expect(text()).toBe(before);
      expect(existsSync(join(home, '.config/skillgate/folder-rules.json'))).toBe(false);
    });

    it('turns an approved skill off once a command sees that it changed', async () => {
      await decide('deny', folder, 'spy');
      await decide('approve', folder, 'refunds');
      await run('sync', host, '--by-name', '--yes');
      skill(folder, 'refunds', 'Something else.');
      expect((await run('sync')).text).toContain(`Run \`skillgate sync ${host} --by-name\`.`);
      expect((await run('doctor')).text).toContain(`Run \`skillgate sync ${host} --by-name\`.`);
      expect(text()).not.toContain(off('refunds'));
      await run('verify', join(home, folder));
      expect(text()).toContain(off('refunds'));
      await decide('approve', folder, 'refunds');
      expect(text()).not.toContain(off('refunds'));
      expect(text()).toContain(on('refunds'));
    });

    const attacks: Readonly<Record<string, (at: (path: string) => string) => void>> = {
      'a copy of what was approved beside it': (at) => {
        cpSync(at('refunds'), at('a-copy'), { recursive: true });
        skill(folder, 'refunds', 'Something else.');
      },
      'a link elsewhere in its place': (at) => {
        rmSync(at('refunds'), { recursive: true });
        skill('elsewhere', 'refunds', 'Something else.');
        symlinkSync(join(home, 'elsewhere/refunds'), at('refunds'));
      },
      'a link to where nobody looks in its place': (at) => {
        rmSync(at('refunds'), { recursive: true });
        skill(`${folder}/node_modules`, 'refunds', 'Something else.');
        symlinkSync(at('node_modules/refunds'), at('refunds'));
      },
      'frontmatter that Skillgate refuses': (at) =>
        writeFileSync(
          at('refunds/SKILL.md'),
          '---\nname: refunds\nname: refunds\ndescription: Else.\n---\nElse.\n',
        ),
      'more files than Skillgate reads': (at) => {
        skill(folder, 'refunds', 'Something else.');
        for (let n = 0; n <= limits.skillFiles; n += 1) writeFileSync(at(`refunds/${n}`), '');
      },
      'another skill of its name in its place': (at) => {
        skill(`${folder}/more`, 'refunds', 'Something else.');
        rmSync(at('refunds'), { recursive: true });
      },
      'a link in it, among more than Skillgate names': (at) => {
        mkdirSync(at('more'));
        for (let n = 0; n < 600; n += 1) symlinkSync(home, at(`more/${n}`));
        symlinkSync(join(home, 'elsewhere'), at('refunds/more'));
      },
    };
    it.each(Object.entries(attacks))('turns an approved skill off: %s', async (_, attack) => {
      await decide('deny', folder, 'spy');
      await decide('approve', folder, 'refunds');
      await run('sync', host, '--by-name', '--yes');
      expect(text()).not.toContain(off('refunds'));
      attack((path) => join(home, folder, path));
      expect(await run('sync', host, '--by-name', '--yes')).toMatchObject({ exit: 0 });
      expect(text()).toContain(off('refunds'));
      if (on('refunds') !== '') expect(text()).not.toContain(on('refunds'));
    });

    it('turns a denied skill off that is in a subfolder', async () => {
      skill(`${folder}/inner`, 'mole');
      const uri = 'skill://inner/mole/SKILL.md';
      expect(await run('deny', join(home, folder), '--uri', uri)).toMatchObject({ exit: 0 });
      expect(await run('sync', host, '--by-name', '--yes')).toMatchObject({ exit: 0 });
      expect(text()).toContain(off('mole'));
    });

    it('turns nothing off anymore once every decision is forgotten', async () => {
      await decide('deny', folder, 'spy');
      await run('sync', host, '--by-name', '--yes');
      expect(text()).toContain(off('spy'));
      expect(await run('forget', '--all', '--yes')).toMatchObject({ exit: 0 });
      expect(text()).toBe(before);
    });

    it('turns a skill off that its folder only links to', async () => {
      skill('shared', 'mole');
      symlinkSync(join(home, 'shared', 'mole'), join(home, folder, 'mole'));
      await decide('deny', 'shared', 'mole');
      await run('sync', host, '--by-name', '--yes');
      expect(text()).toContain(off('mole'));
    });

    it('says nothing about skills elsewhere, and leaves a setting of your own', async () => {
      skill('downloads', 'mole');
      await decide('deny', 'downloads', 'mole');
      expect(await run('sync', host, '--by-name').catch((error: unknown) => error)).toMatchObject({
        message: expect.stringContaining('There’s nothing to write yet.') as unknown,
      });
    });
  },
);

it('a file that nests deeply keeps no decision from being made, and no other app from following', async () => {
  for (const folder of ['.claude/skills', '.agents/skills']) skill(folder, 'spy');
  for (const { file, before } of Object.values(apps)) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), before);
  }
  await decide('deny', '.agents/skills', 'spy');
  await decide('deny', '.claude/skills', 'spy');
  for (const host of Object.keys(apps).toReversed()) await run('sync', host, '--by-name', '--yes');
  const settings = join(home, apps['claude-code'].file);
  for (const depth of [3_000, 4_000]) {
    const nest = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    // What is run often needs less of the stack.
    const often = Array.from({ length: 60 }, () => nest(1_000)).join();
    writeFileSync(settings, `{"often": [${often}], "a": ${nest(depth)}}`);
    skill('.agents/skills', `mole-${depth}`);
    await decide('deny', '.claude/skills', 'spy');
    await decide('deny', '.agents/skills', `mole-${depth}`);
    await run('sync');
    const codex = readFileSync(join(home, apps.codex.file), 'utf8');
    expect(codex).toContain(apps.codex.off(`mole-${depth}`));
  }
});

it('says that an app has a file now that it prefers', async () => {
  const { folder, file, before } = apps.opencode;
  mkdirSync(dirname(join(home, file)), { recursive: true });
  writeFileSync(join(home, file), before);
  skill(folder, 'spy');
  await decide('deny', folder, 'spy');
  await run('sync', 'opencode', '--by-name', '--yes');
  expect(await run('sync')).toMatchObject({ exit: 0 });
  writeFileSync(join(home, `${file}c`), '{"permission": {"skill": {"spy": "allow"}}}');
  const now = await run('sync');
  expect(now).toMatchObject({ exit: 1 });
  expect(now.text).toContain(`opencode now has ${join(home, file)}c, which may say otherwise`);
});

it('names the way for an app that knows local skills alone', async () => {
  await expect(run('sync', 'codex')).rejects.toThrow(/Run `skillgate sync codex --by-name`\./);
  await expect(run('sync', 'gemini', '--by-name')).rejects.toThrow(
    'Gemini CLI’s settings can’t turn local skills off by name.',
  );
  await expect(run('sync', '--by-name')).rejects.toThrow('claude-code, codex, opencode');
});
