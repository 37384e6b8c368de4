import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { oneCommonFile } from './product.ts';

it('a single-file bundle imports nothing late, which Node 18 may not survive', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skillgate-bundle-'));
  try {
    const input = join(folder, 'late.js');
    writeFileSync(input, `export const late = () => import('node:module');`);
    const { output } = (await build({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      build: {
        ssr: true,
        write: false,
        rolldownOptions: { input, external: ['node:module'], output: { ...oneCommonFile } },
      },
    })) as Rolldown.RolldownOutput;
    expect(output).toHaveLength(1);
    expect(output[0].code).toMatch(/require\(["'`]node:module/);
    expect(output[0].code).not.toMatch(/\bimport\(/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
