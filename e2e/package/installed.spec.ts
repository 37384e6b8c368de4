import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { approves, decision, decisionPanel, row, stands } from '../fixtures/screen.ts';
import { Installed, whyNone } from './installed.ts';

const skill = ['--server', 'sample', '--uri', 'skill://release-notes/SKILL.md'];

test.describe.configure({ mode: 'serial' });
test.skip(Installed.find() === null, whyNone);

test.describe('the package, installed', () => {
  let installed: Installed;
  const store = (): string => join(installed.home, '.config/skillgate/approvals.json');

  test.beforeAll(() => {
    installed = new Installed();
  });
  test.afterAll(() => installed.remove());

  test('unpacks so that everyone can read it and only root can write', () => {
    installed.dpkg('--install', installed.deb);
    expect(installed.dpkg('--verify', 'skillgate')).toBe('');
    const top = installed.path('opt/skillgate');
    const files = readdirSync(top, { recursive: true }).map((name) => join(top, String(name)));
    expect(files.length).toBeGreaterThan(50);
    for (const path of files) {
      const stats = lstatSync(path);
      if (stats.isSymbolicLink()) continue;
      expect(`${path} ${(stats.mode & 0o044).toString(8)}`).toBe(`${path} 44`);
      expect(`${path} ${(stats.mode & 0o022).toString(8)}`).toBe(`${path} 0`);
      expect(stats.uid).toBe(process.getuid?.() ?? 0);
    }
  });

  test('has a desktop entry with an existing program and icon, the notices and the bill of materials', () => {
    const entry = readFileSync(installed.path('usr/share/applications/skillgate.desktop'), 'utf8');
    const named = (key: string): string =>
      new RegExp(`^${key}=(.*)$`, 'm').exec(entry)?.[1] ?? `no ${key}`;
    const [program = '', ...args] = named('Exec').split(' ');
    expect(lstatSync(installed.path(program)).mode & 0o111).toBe(0o111);
    // Links arrive as one argument.
    expect(args).toEqual(['%u']);
    expect(named('MimeType').split(';')).toContain('x-scheme-handler/skillgate');
    for (const place of ['512x512/apps/*.png', 'scalable/apps/*.svg']) {
      const icon = `usr/share/icons/hicolor/${place.replace('*', named('Icon'))}`;
      expect(existsSync(installed.path(icon)), icon).toBe(true);
    }
    const resources = 'opt/skillgate/resources';
    const notices = readFileSync(installed.path(`${resources}/THIRD-PARTY-NOTICES.txt`), 'utf8');
    expect(notices).toContain('\nmonaco-editor ');
    expect(notices).toContain('\nreact ');
    const bill = JSON.parse(readFileSync(installed.path(`${resources}/sbom.cdx.json`), 'utf8')) as {
      components: { name: string }[];
    };
    const names = bill.components.map((one) => one.name);
    for (const name of ['Electron', 'Node.js', 'zod', 'react-dom']) expect(names).toContain(name);
    // Build-only files aren't shipped.
    expect(names).not.toContain('vitest');
  });

  test('says in its file name and description if it is for tests only', () => {
    const described = execFileSync('dpkg-deb', ['--field', installed.deb, 'Description'], {
      encoding: 'utf8',
    });
    expect(described.includes('TEST-ONLY')).toBe(installed.deb.includes('TEST-ONLY'));
  });

  test('its window adds the sample and approves a skill, in the sandbox of a plain user', async () => {
    const window = await installed.open();
    try {
      const { page } = window;
      await page.getByRole('button', { name: /^Try the sample/ }).click();
      await row(page, 'release-notes').click();
      await expect(page.getByRole('heading', { name: 'Release notes', exact: true })).toBeVisible();
      await decision(page).getByRole('button', { name: 'Approve…' }).click();
      await approves(decisionPanel(page, 'Approve release-notes')).click();
      await stands(page, 'release-notes', 'approved');
      const node = await page.evaluate(() =>
        ['process', 'require', 'module', 'Buffer'].filter((name) => name in globalThis),
      );
      expect(node).toEqual([]);
      await page.getByRole('button', { name: 'Settings' }).click();
      const about = page.getByRole('dialog', { name: 'Settings' });
      const tests = installed.deb.includes('TEST-ONLY');
      await expect(about).toContainText(tests ? 'TEST-ONLY (Electron' : /\d+\.\d+\.\d+/);
    } finally {
      await window.close();
    }
    expect(existsSync(store())).toBe(true);
  });

  test('its command uses the same decisions without a display', async () => {
    const check = await installed.run('usr/bin/skillgate', ['check', ...skill]);
    expect(check).toMatchObject({ code: 0, stdout: expect.stringContaining('approved') });
    const other = await installed.run('usr/bin/skillgate', [
      ...['check', '--server', 'sample', '--uri', 'skill://handbook/SKILL.md'],
    ]);
    expect(other).toMatchObject({ code: 3, stdout: expect.stringContaining('undecided') });
    const list = await installed.run('usr/bin/skillgate', ['list', '--json']);
    expect(list.code).toBe(0);
    expect(list.stdout).toContain('skill://release-notes/SKILL.md');
  });

  test('its command uses the session’s keychain', async () => {
    const bus = join(installed.home, 'bus');
    let said = '';
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        said += data.toString('latin1');
        socket.destroy();
      });
    }).listen(bus);
    try {
      await once(server, 'listening');
      chmodSync(bus, 0o777);
      await installed.run('usr/bin/skillgate', ['keychain'], {
        DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`,
      });
      // A D-Bus client's first message, which only its library sends.
      expect(said).toMatch(/AUTH/);
    } finally {
      server.close();
    }
    const notices = installed.path('opt/skillgate/resources/THIRD-PARTY-NOTICES.txt');
    expect(readFileSync(notices, 'utf8')).toContain('\n@napi-rs/keyring ');
  });

  test('neither program can run as a bare Node or be debugged', async () => {
    const run = await installed.run(
      'opt/skillgate/skillgate-window',
      ['-e', 'console.log("ran as node")', '--no-display'],
      { ELECTRON_RUN_AS_NODE: '1' },
    );
    // Without a display it can only exit; as Node it would have printed and exited with 0.
    expect(run.stdout).not.toContain('ran as node');
    expect(run.code).not.toBe(0);
    const eval_ = await installed.run('usr/bin/skillgate', ['-e', 'console.log("ran as node")']);
    expect(eval_.stdout).not.toContain('ran as node');
    expect(eval_.code).toBe(2);
  });

  test('keeps the decisions when removed, and says where they are', () => {
    const before = readFileSync(store(), 'utf8');
    const said = installed.dpkg('--purge', 'skillgate');
    expect(said).toContain('~/.config/skillgate');
    expect(said.match(/Skillgate is removed/g)).toHaveLength(1);
    expect(existsSync(installed.path('opt/skillgate'))).toBe(false);
    expect(existsSync(installed.path('usr/bin/skillgate'))).toBe(false);
    expect(readFileSync(store(), 'utf8')).toBe(before);
  });
});
