import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../product.ts';
import { judgeImport, layers } from './layers.mjs';

describe('the import layers', () => {
  const refused: readonly (readonly [from: string, specifier: string])[] = [
    ['shared/model/skill.ts', '../../electron/core/limits.ts'],
    ['shared/model/skill.ts', 'node:fs'],
    ['shared/model/skill.ts', 'react'],
    ['shared/host/check.ts', 'zod'],
    ['shared/host/check.ts', '../result.ts'],
    ['electron/core/text.ts', 'node:fs'],
    ['electron/core/text.ts', 'node:net'],
    ['electron/core/text.ts', '../storage/approvals/approvals.ts'],
    ['electron/core/text.ts', '../engine/ports/session.ts'],
    ['electron/core/dialects/a.ts', '@modelcontextprotocol/client'],
    ['electron/core/dialects/known/flat.ts', './manifest.ts'],
    ['electron/core/dialects/known/flat.ts', './sep-2076/entry.ts'],
    ['electron/core/dialects/known/sep-2076/sep-2076.ts', '../skills-ext/detection.ts'],
    ['electron/core/dialects/known/flat.ts', '../registry.ts'],
    ['electron/core/dialects/forms/entry.ts', '../known/flat.ts'],
    ['electron/engine/link/wire-advice.ts', '../../core/dialects/registry.ts'],
    ['electron/engine/link/connect.ts', '../../mcp/connector.ts'],
    ['electron/engine/link/connect.ts', '../../storage/servers.ts'],
    ['electron/engine/link/connect.ts', 'node:fs'],
    ['electron/mcp/connector.ts', '../storage/servers.ts'],
    ['electron/mcp/connector.ts', '../engine/link/connect.ts'],
    ['electron/mcp/connector.ts', 'electron'],
    ['electron/storage/servers.ts', '@modelcontextprotocol/client'],
    ['electron/storage/servers.ts', '../mcp/connector.ts'],
    ['electron/ipc/dispatch.ts', '../core/limits.ts'],
    ['electron/ipc/dispatch.ts', '../storage/servers.ts'],
    ['electron/ipc/socket.ts', 'electron'],
    ['electron/sample/server.ts', '../core/limits.ts'],
    ['electron/shell/window.ts', '../storage/servers.ts'],
    ['electron/shell/window.ts', '../engine/link/connect.ts'],
    ['electron/preload.ts', './ipc/dispatch.ts'],
    ['electron/preload.ts', 'node:fs'],
    ['electron/compose.ts', 'electron'],
    ['electron/compose.ts', './shell/window.ts'],
    ['electron/compose.ts', '@modelcontextprotocol/client'],
    ['electron/cli.ts', 'electron'],
    ['electron/serve.ts', './main.ts'],
    ['electron/serve.ts', '../renderer/App.tsx'],
    ['renderer/App.tsx', '../electron/engine/ports/session.ts'],
    ['renderer/App.tsx', 'node:path'],
    ['renderer/App.tsx', 'zustand'],
    ['renderer/components/Button/Button.tsx', '../../store/store.ts'],
    ['renderer/components/Button/Button.tsx', '../../../shared/contract.ts'],
    ['renderer/features/tree/Tree.tsx', '../preview/Preview.tsx'],
    ['renderer/features/tree/Tree.tsx', 'zustand'],
    ['renderer/features/tree/Tree.tsx', '../../../electron/core/limits.ts'],
    ['renderer/features/tree/Tree.test.tsx', '../../../electron/core/limits.ts'],
    ['renderer/store/store.ts', '../features/tree/Tree.tsx'],
    ['renderer/bridge/api.ts', '../store/store.ts'],
    ['renderer/bridge/api.ts', 'zustand'],
    ['e2e/journeys/first-run.ts', '../../electron/core/limits.ts'],
    ['e2e/journeys/first-run.ts', '../../renderer/App.tsx'],
    ['electron/core/text.ts', '../../../outside.ts'],
    ['electron/core/text.ts', 'left-pad'],
  ];
  it.each(refused)('refuses %s importing %s', (from, specifier) => {
    expect(judgeImport(from, specifier)).toBeTypeOf('string');
  });

  const allowed: readonly (readonly [from: string, specifier: string])[] = [
    ['shared/contract.ts', 'zod'],
    ['shared/contract.ts', './model/skill.ts'],
    ['electron/core/digest.ts', 'node:crypto'],
    ['electron/core/dialects/registry.ts', './known/flat.ts'],
    ['electron/core/dialects/known/sep-2076/sep-2076.ts', './entry.ts'],
    ['electron/core/dialects/known/flat.ts', '../forms/folder.ts'],
    ['electron/core/frontmatter.ts', 'yaml'],
    ['electron/core/text.ts', '../../shared/result.ts'],
    ['electron/engine/link/connect.ts', '../ports/session.ts'],
    ['electron/engine/link/connect.ts', '../../core/limits.ts'],
    ['electron/mcp/connector.ts', '../engine/ports/session.ts'],
    ['electron/mcp/connector.ts', '@modelcontextprotocol/client/stdio'],
    ['electron/storage/servers.ts', 'node:fs/promises'],
    ['electron/sample/server.ts', '@modelcontextprotocol/server'],
    ['electron/ipc/dispatch.ts', '../engine/link/connect.ts'],
    ['electron/ipc/socket.ts', 'ws'],
    ['electron/shell/window.ts', 'electron'],
    ['electron/shell/ipc.ts', '../ipc/dispatch.ts'],
    ['electron/main.ts', './compose.ts'],
    ['electron/main.ts', './shell/window.ts'],
    ['electron/compose.ts', './storage/servers.ts'],
    ['electron/cli.ts', './compose.ts'],
    ['electron/core/text.test.ts', 'vitest'],
    ['electron/mcp/connector.test.ts', '../test-servers.ts'],
    ['renderer/App.tsx', './features/tree/Tree.tsx'],
    ['renderer/features/tree/Tree.tsx', '../../components/Button/Button.tsx'],
    ['renderer/features/tree/Tree.tsx', './Row.tsx'],
    ['renderer/features/tree/Tree.tsx', '../../../shared/contract.ts'],
    ['renderer/components/Button/Button.tsx', '../../styles/tokens.css'],
    ['renderer/store/store.ts', 'zustand/vanilla'],
    ['e2e/journeys/first-run.ts', '@playwright/test'],
  ];
  it.each(allowed)('lets %s import %s', (from, specifier) => {
    expect(judgeImport(from, specifier)).toBeNull();
  });

  it('names each layer once', () => {
    expect(new Set(layers.map((layer) => layer.name)).size).toBe(layers.length);
  });
});

describe('the lint rules, run by oxlint over forged files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillgate-lint-'));
  const forged = {
    'electron/core/reads.ts':
      "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;\n",
    'electron/core/lazy.ts': "export const a = async () => await import('../storage/a.ts');\n",
    'electron/core/computed.ts':
      'export const a = async (name: string): Promise<unknown> => await import(name);\n',
    'electron/core/type.ts': "export type TheirThing = import('../storage/a.ts').A;\n",
    'electron/core/again.ts':
      "export { a } from '../storage/a.ts';\nexport * from '../mcp/a.ts';\n",
    'electron/core/clock.ts':
      'export const a = [Date.now(), new Date(), Math.random(), process.pid];\n',
    'electron/core/random.ts':
      "import { createHash, randomUUID } from 'node:crypto';\nexport const a = [createHash, randomUUID];\n",
    'electron/core/honest.ts':
      "import { createHash } from 'node:crypto';\nexport const a = (process: { now: number }) => [createHash, new Date(process.now), Math.max(1, 2)];\n",
    'renderer/features/tree/Row.tsx':
      "import { B } from '../preview/B.tsx';\nexport const Row = () => <B />;\n",
    'renderer/features/tree/Mute.tsx': 'export const Mute = () => <button disabled>Go</button>;\n',
  };
  let byFile: Map<string, string[]>;

  beforeAll(async () => {
    for (const [name, text] of Object.entries(forged)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const arguments_ = [
      `${root}node_modules/oxlint/bin/oxlint`,
      '--config',
      `${root}build/oxlint.json`,
      '--format',
      'json',
      folder,
    ];
    const run = promisify(execFile)(process.execPath, arguments_, {
      env: { ...process.env, SKILLGATE_LINT_ROOT: folder },
    });
    const { stdout } = await run.catch((failure: { stdout: string }) => failure);
    const report = JSON.parse(stdout) as {
      diagnostics: { code: string; message: string; filename: string }[];
    };
    byFile = new Map(Object.keys(forged).map((name) => [name, []]));
    for (const { code, message, filename } of report.diagnostics) {
      if (!code.startsWith('skillgate')) continue;
      for (const [name, messages] of byFile) if (filename.endsWith(name)) messages.push(message);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    'electron/core/reads.ts',
    'electron/core/lazy.ts',
    'electron/core/computed.ts',
    'electron/core/type.ts',
    'electron/core/random.ts',
    'renderer/features/tree/Row.tsx',
    'renderer/features/tree/Mute.tsx',
  ])('fails on %s', (name) => {
    expect(byFile.get(name)).toHaveLength(1);
  });
  it('sees every form of re-export', () => {
    expect(byFile.get('electron/core/again.ts')).toEqual([
      'electron/core may not import electron/storage',
      'electron/core may not import electron/mcp',
    ]);
  });
  it('keeps the clock, randomness and the process out of the core', () => {
    expect(byFile.get('electron/core/clock.ts')).toHaveLength(4);
  });
  it('accepts honest files, and a parameter named process', () => {
    expect(byFile.get('electron/core/honest.ts')).toEqual([]);
  });
});
