import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composeCore, type ComposedCore, type ComposeOptions } from '../../compose-core.ts';
import { setDigest } from '../../core/decisions/record.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { put, record } from '../../storage/testing/forge.ts';
import { permissionKey } from '../../engine/hosts/name-rules.ts';
import type { OutputLine, CommandOutput } from '../call/command.ts';
import { printable } from '../call/terminal.ts';
import { answer } from '../run.ts';
import { hereAt } from '../testing/here.ts';
import { demandPublished } from '../testing/published.ts';

let home: string;
let core: ComposedCore | null;
let remarks: string[];
/** What happens while the person reads the lines. */
let meanwhile: () => void | Promise<void>;
let env: Record<string, string>;
/** A list of servers for one run. */
let sessionConfig: string | null;
/** The server that it is a gateway for. */
let gatewayFor: string | null;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skillgate-sync-'));
  mkdirSync(join(home, '.claude'));
  servers({ acme });
  core = null;
  remarks = [];
  env = {};
  sessionConfig = null;
  gatewayFor = null;
  meanwhile = () => {};
});
afterEach(async () => {
  await core?.app.shutDown();
  rmSync(home, { recursive: true, force: true });
});

const acme = { type: 'http', url: 'https://mcp.acme.example/mcp' };
const other = { type: 'http', url: 'https://evil.example/mcp' };
const settings = (): string => join(home, '.claude', 'settings.json');
const kept = (): string => join(home, '.config', 'skillgate', 'host-rules.json');
const text = (): string => readFileSync(settings(), 'utf8');
const own =
  '{\n  // mine\n  "permissions": {\n    "allow": [\n      "Bash(ls)"\n    ]\n  },\n  "model": "opus"\n}\n';

function servers(global: object, projects: object = {}): void {
  writeFileSync(join(home, '.claude.json'), JSON.stringify({ mcpServers: global, projects }));
}

const options = (): ComposeOptions => ({
  place: { platform: 'linux', home, env },
  cwd: home,
  version: '0',
  userName: 'tester',
  sample: { command: 'none', args: [] },
  command: { command: join(home, 'skillgate'), args: [] },
  sessionConfig,
  autoRetry: false,
  ...(gatewayFor === null
    ? {}
    : {
        gateway: {
          server: gatewayFor,
          clientInfo: { name: 'app', version: '1' },
          capabilities: {},
          environment: {},
          onSession: () => {},
          onMissed: () => {},
        },
      }),
});

/** Opens Skillgate as a process of its own would. */
async function open(): Promise<ComposedCore['app']> {
  await core?.app.shutDown();
  const made = await composeCore(options());
  if (!made.ok) throw new Error(made.error);
  core = made.value;
  return core.app;
}

async function run(
  words: string,
  says: string | null = null,
): Promise<CommandOutput & { readonly text: string }> {
  const app = await open();
  const person =
    says === null
      ? null
      : {
          say: () => {},
          ask: async () => {
            await meanwhile();
            return says;
          },
        };
  const here = hereAt({
    ...{ place: { platform: 'linux' as const, home, env }, cwd: home, person },
    core: async () => app,
    composing: options,
    remark: (line) => void remarks.push(line),
  });
  const argv = words.split(' ');
  const output = await answer(argv, '0', here);
  demandPublished(['--json', ...argv], JSON.stringify(output.json));
  return { ...output, text: output.human.map((line: OutputLine) => printable(line)).join('\n') };
}

const decision = (name: string, change: Partial<ApprovalRecord> = {}): ApprovalRecord => {
  const made = record(name, change);
  return { ...made, setDigest: setDigest(made.resources) };
};
const ruleFor = (name: string, server = 'acme'): string => {
  const { uri, resources } = decision(name);
  return `Skill(${server}:${name}@${permissionKey(server, uri, resources)})`;
};

async function decide(name: string, change: Partial<ApprovalRecord> = {}): Promise<void> {
  const { approvals, hostRules } = await open();
  const { id, uri, server } = decision(name, change);
  const before = approvals.find(server.identity, uri);
  const made = decision(name, {
    id: `${id}-${before?.id ?? ''}`,
    supersedes: before?.id ?? null,
    ...change,
  });
  const written = await approvals.commit([{ ...put(name), record: made } as never]);
  expect(written.ok).toBe(true);
  await hostRules.settled();
}

describe('sync claude-code', () => {
  it('shows the exact lines and the file, and writes nothing without a yes', async () => {
    writeFileSync(settings(), own);
    await decide('refunds');
    await decide('secret', { decision: 'denied' });
    for (const output of [
      await run('sync claude-code --dry-run'),
      await run('sync claude-code'),
      await run('sync claude-code', 'y'),
    ]) {
      expect(output.text).toContain(`Claude Code: ${settings()}, line 3:`);
      expect(output.text).toContain(`+       "${ruleFor('refunds')}"`);
      expect(output.text).toContain('+       "Skill(acme:secret)"');
      expect(output.text).toMatch(/Unconfirmed/);
      expect(output.json).toMatchObject({ written: false });
    }
    expect(text()).toBe(own);
    expect(existsSync(kept())).toBe(false);
  });

  it('writes what was shown, keeps it in step with decisions, and undoes it to the byte', async () => {
    writeFileSync(settings(), own);
    await decide('refunds');
    expect(await run('sync claude-code', 'yes')).toMatchObject({
      exit: 0,
      json: { written: true },
    });
    expect(text()).toContain(ruleFor('refunds'));
    await decide('orders');
    expect(text()).toContain(ruleFor('orders'));
    expect((await run('sync claude-code')).text).toMatch(/stays unchanged[^]*Nothing to write\.$/);
    await decide('refunds', { decision: 'denied' });
    expect(text()).not.toContain(ruleFor('refunds'));
    expect(text()).toContain('"Skill(acme:refunds)"');
    // A change that any process sees ends the approval, and the rule.
    const app = await open();
    const { uri, server } = decision('orders');
    await app.approvals.lapse(server.identity, uri, null, new Date().toISOString());
    await app.hostRules.settled();
    expect(text()).not.toContain(ruleFor('orders'));
    expect(await run('sync --undo claude-code --yes')).toMatchObject({ exit: 0 });
    expect(text()).toBe(own);
    expect(existsSync(kept())).toBe(false);
    await decide('invoices');
    expect(text()).toBe(own);
  });

  it('makes the file where there is none, and deletes it on undo', async () => {
    await decide('refunds');
    const output = await run('sync claude-code', 'yes');
    expect(output.exit).toBe(0);
    expect(JSON.parse(text())).toEqual({ permissions: { allow: [ruleFor('refunds')] } });
    expect((await run('sync --undo claude-code', 'yes')).text).toContain(`deleted: ${settings()}`);
    expect(existsSync(settings())).toBe(false);
  });

  it('has nothing to turn on before the first decision: its lines must be seen', async () => {
    writeFileSync(settings(), own);
    await expect(run('sync claude-code --yes')).rejects.toThrow(/nothing to write yet/);
    await decide('secret', { decision: 'denied' });
    writeFileSync(settings(), '{"permissions": {"deny": ["Skill(acme:secret)"]}}');
    await expect(run('sync claude-code --yes')).rejects.toThrow(/already, as your own/);
    expect(existsSync(kept())).toBe(false);
  });

  it('takes an approval out that expires, that a file contradicts, or that can’t be read', async () => {
    writeFileSync(settings(), own);
    await decide('refunds', {
      expiresAt: '2026-11-22T12:00:00.000Z',
      decidedAt: '2026-11-21T12:00:00.000Z',
    });
    await decide('orders');
    await decide('secret', { decision: 'denied' });
    await run('sync claude-code --yes');
    // The machine's clock is past it.
    expect(text()).not.toContain(ruleFor('refunds'));
    expect(text()).toContain(ruleFor('orders'));
    const app = await open();
    const { uri, server } = decision('orders');
    const failure = {
      server,
      uri,
      file: uri,
      check: 'digest',
      expected: 'a',
      actual: 'b',
    } as const;
    await app.approvals.noteFailure({ ...failure, at: new Date().toISOString() });
    await app.hostRules.settled();
    expect(text()).not.toContain(ruleFor('orders'));
    await app.approvals.clearFailure(server.identity, uri);
    await app.hostRules.settled();
    expect(text()).toContain(ruleFor('orders'));
    writeFileSync(join(home, '.config', 'skillgate', 'approvals.json'), '{');
    const broken = await open();
    broken.hostRules.changed();
    await broken.hostRules.settled();
    expect(text()).not.toContain('sha256');
    expect(text()).toContain('"Skill(acme:secret)"');
    expect(broken.hostRules.problem).not.toBeNull();
  });

  it('takes rules out while the app’s list of servers can’t be read', async () => {
    writeFileSync(settings(), own);
    await decide('refunds');
    await run('sync claude-code --yes');
    writeFileSync(join(home, '.claude.json'), '{');
    await decide('orders');
    expect(text()).toBe(own);
    servers({ acme });
    await decide('invoices');
    expect(text()).toContain(ruleFor('invoices'));
  });

  it('follows decisions in a run with a list of servers of its own', async () => {
    writeFileSync(settings(), own);
    await decide('refunds');
    await run('sync claude-code --yes');
    sessionConfig = join(home, 'session.json');
    writeFileSync(sessionConfig, '{"mcpServers": {}}');
    await decide('orders');
    await decide('refunds', { decision: 'denied' });
    expect(text()).toContain(ruleFor('orders'));
    expect(text()).not.toContain(ruleFor('refunds'));
  });

  it('follows what a gateway for one server sees, and keeps the rules of others', async () => {
    writeFileSync(settings(), own);
    writeFileSync(join(home, 'skillgate'), '#!/bin/sh\n');
    chmodSync(join(home, 'skillgate'), 0o755);
    servers({ acme, shop: other });
    expect((await run('protect claude-code --untested --yes')).exit).toBe(0);
    const shop = {
      ...record('x').server,
      label: 'shop',
      identity: { kind: 'http' as const, url: other.url },
    };
    await decide('refunds');
    await decide('orders', { server: shop });
    await run('sync claude-code --yes');
    expect(text()).toContain(ruleFor('refunds'));
    expect(text()).toContain(ruleFor('orders', 'shop'));
    gatewayFor = 'shop';
    const { approvals, hostRules } = await open();
    const { uri } = decision('orders');
    await approvals.lapse(shop.identity, uri, null, new Date().toISOString());
    await hostRules.settled();
    expect(text()).toContain(ruleFor('refunds'));
    expect(text()).not.toContain('Skill(shop:');
  });

  it('follows the servers that it was turned on with, whatever another process has in its environment', async () => {
    writeFileSync(settings(), own);
    await decide('refunds');
    await run('sync claude-code --yes');
    env = { CLAUDE_CONFIG_DIR: join(home, 'elsewhere') };
    await decide('orders');
    expect(text()).toContain(ruleFor('orders'));
    await run('sync --undo claude-code --yes');
    expect(text()).toBe(own);
  });
});

describe('rules for Claude Code are refused', () => {
  const approved = async (content: string | null = own): Promise<void> => {
    if (content !== null) writeFileSync(settings(), content);
    await decide('refunds');
  };
  const refused = async (reason: RegExp, says = 'yes'): Promise<void> => {
    await expect(run('sync claude-code', says)).rejects.toThrow(reason);
    expect(existsSync(kept())).toBe(false);
  };

  it('where the file changed between showing and writing', async () => {
    await approved();
    const changed = own.replace('opus', 'sonnet');
    meanwhile = () => writeFileSync(settings(), changed);
    await refused(/changed in the meantime/);
    expect(text()).toBe(changed);
    rmSync(settings());
    meanwhile = () => writeFileSync(settings(), '{}');
    await refused(/in the meantime/);
    expect(text()).toBe('{}');
  });

  it('where a decision changed between showing and writing', async () => {
    await approved();
    const app = await open();
    expect(app.hostRules.problem).toBeNull();
    meanwhile = async () => {
      const { approvals } = core?.app ?? app;
      const made = decision('refunds');
      const id = approvals.find(made.server.identity, made.uri)?.id ?? '';
      const denied = decision('refunds', { id: 'x', decision: 'denied', supersedes: id });
      await approvals.commit([{ ...put('refunds'), record: denied } as never]);
    };
    await refused(/decisions changed in the meantime/);
    expect(text()).toBe(own);
  });

  it.each([
    ['broken JSON', '{"permissions": ', /isn’t valid JSON/],
    ['a repeated key', '{"permissions": {}, "permissions": {}}', /appears twice/],
    ['bytes that aren’t text', '\u0000', /isn’t UTF-8 text/],
  ])('in a file with %s', async (_, content, reason) => {
    await approved(content);
    await refused(reason);
    expect(text()).toBe(content);
  });

  it('in a file that is read-only', async () => {
    await approved();
    chmodSync(settings(), 0o444);
    await refused(/is read-only/);
  });

  it('in a link out of the home folder, and one that leads nowhere', async () => {
    await approved(null);
    const outside = mkdtempSync(join(tmpdir(), 'skillgate-outside-'));
    writeFileSync(join(outside, 'settings.json'), '{}');
    symlinkSync(join(outside, 'settings.json'), settings());
    await refused(/outside your home folder/);
    expect(readFileSync(join(outside, 'settings.json'), 'utf8')).toBe('{}');
    // A folder that leads out, with and without the file.
    renameSync(join(home, '.claude'), join(home, 'away'));
    symlinkSync(outside, join(home, '.claude'));
    await refused(/outside your home folder/);
    rmSync(join(outside, 'settings.json'));
    await refused(/outside your home folder/);
    expect(readdirSync(outside)).toEqual([]);
    rmSync(join(home, '.claude'));
    renameSync(join(home, 'away'), join(home, '.claude'));
    rmSync(outside, { recursive: true });
    await refused(/leads nowhere/);
    rmSync(settings());
    // A link within it is a person's own dotfiles.
    writeFileSync(join(home, 'dotfile.json'), own);
    symlinkSync(join(home, 'dotfile.json'), settings());
    expect((await run('sync claude-code --yes')).exit).toBe(0);
    expect(readFileSync(join(home, 'dotfile.json'), 'utf8')).toContain(ruleFor('refunds'));
  });

  it('for an app without such rules', async () => {
    await approved();
    await expect(run('sync cursor --yes')).rejects.toThrow(/have no rules/);
    await expect(run('sync --undo claude-code --yes')).rejects.toThrow(/keeps no rules/);
  });
});

describe('a hostile server', () => {
  it.each(['*', 'x) Bash(*', 'a:b', 'a@b', 'a"b', 'a\nb', 'a\u0007b', 'a\u202eb', '-a', ''])(
    'gets no rule for a skill that it names %j',
    async (name) => {
      writeFileSync(settings(), own);
      await decide('refunds');
      await decide('orders', { name });
      await decide('denied', { name, decision: 'denied' });
      const output = await run('sync claude-code --yes');
      expect(output.text).toContain('its name can’t be written in a rule');
      const { permissions } = JSON.parse(text().replace('// mine', '')) as {
        permissions: { allow: string[]; deny?: string[] };
      };
      expect(permissions).toEqual({ allow: ['Bash(ls)', ruleFor('refunds')] });
    },
  );

  it('gets no rule under the name of one that was approved, also nearly, in a project or unknown', async () => {
    writeFileSync(settings(), own);
    await decide('refunds');
    for (const [global, projects] of [
      [{ acme }, { '/cloned': { mcpServers: { acme: other } } }],
      [{ acme, 'Acme ': other }, {}],
      [{ acme, 'ac-me': other, ac_me: acme }, {}],
      [{ acme }, { '/cloned': { mcpServers: { acme: { command: '${input:x}' } } } }],
      [{ acme: other }, {}],
    ] as const) {
      servers(global, projects);
      const output = await run('sync claude-code --dry-run').catch((error: Error) => error);
      const says = output instanceof Error ? output.message : output.text;
      expect(says).toMatch(/another server with the same or nearly the same name|no such server/);
      expect(says).not.toContain('Skill(');
    }
  });

  it('that takes over a name loses the rule with the next decision, and doctor says so before', async () => {
    writeFileSync(settings(), own);
    await decide('refunds');
    await run('sync claude-code --yes');
    servers({ acme: other });
    const doctor = await run('doctor');
    expect(doctor.exit).toBe(1);
    expect(doctor.text).toContain(
      'rules and your decisions differ. Run `skillgate sync claude-code`.',
    );
    expect((await run('sync')).exit).toBe(1);
    expect((await run('sync claude-code --yes')).exit).toBe(0);
    expect(text()).toBe(own);
    expect(await run('sync')).toMatchObject({ exit: 0 });
  });
});

describe('keeping in step', () => {
  it('that fails is said, and the decision counts', async () => {
    writeFileSync(settings(), own);
    await decide('refunds');
    await run('sync claude-code --yes');
    writeFileSync(settings(), '{');
    await decide('orders');
    expect(core?.app.hostRules.problem).toMatch(/isn’t valid JSON/);
    expect(core?.app.approvals.all()).toHaveLength(2);
    expect(text()).toBe('{');
    expect(await run('forget --all --yes')).toMatchObject({ exit: 0 });
    expect(remarks.join('\n')).toMatch(
      /^Your decision counts, but an app's own settings don't follow it: .*isn’t valid JSON/,
    );
    expect(text()).toBe('{');
    const doctor = await run('doctor');
    expect(doctor.text).toMatch(/wrong: .*isn’t valid JSON/);
  });

  it('leaves what the person wrote meanwhile, and never removes their own equal rule', async () => {
    await decide('secret', { decision: 'denied' });
    const mine = '{"permissions": {"deny": ["Skill(acme:secret)"]}}';
    writeFileSync(settings(), mine);
    await decide('refunds');
    await run('sync claude-code --yes');
    writeFileSync(settings(), text().replace('{"permissions"', '{"model": "opus", "permissions"'));
    await decide('secret');
    expect(text()).toContain('"deny": ["Skill(acme:secret)"]');
    expect(text()).toContain('"model": "opus"');
    await run('sync --undo claude-code --yes');
    expect(text()).toBe(mine.replace('{', '{"model": "opus", '));
  });

  it('is done by two Skillgates at once, one after the other', async () => {
    writeFileSync(settings(), own);
    await decide('refunds');
    await run('sync claude-code --yes');
    const [one, two] = await Promise.all([open().then((app) => app), secondSkillgate()]);
    await Promise.all(
      ['a', 'b', 'c'].map(async (name, at) =>
        (at === 1 ? two : one).approvals.commit([
          { ...put(name), record: decision(name) } as never,
        ]),
      ),
    );
    await Promise.all([one.hostRules.settled(), two.hostRules.settled()]);
    for (const name of ['refunds', 'a', 'b', 'c']) expect(text()).toContain(ruleFor(name));
    await two.shutDown();
    await run('sync --undo claude-code --yes');
    expect(text()).toBe(own);
  });
});

async function secondSkillgate(): Promise<ComposedCore['app']> {
  const first = core;
  core = null;
  const app = await open();
  core = first;
  return app;
}
