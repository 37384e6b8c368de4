import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { secretsIn } from './secrets.ts';

const token = `ghp_${'x7Kq2mZp9LwT4vRb8NcY'.repeat(2).slice(0, 36)}`;

const key = generateKeyPairSync('rsa', { modulusLength: 1024 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

describe('secrets in a text', () => {
  it('are returned in order, each with its service', async () => {
    const text = `one ${token}\ntwo npm_${'a1B2c3D4e5F6'.repeat(3)}\n`;
    const found = await secretsIn('notes.md', text);
    expect(found?.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['github', token],
      ['npm', `npm_${'a1B2c3D4e5F6'.repeat(3)}`],
    ]);
  });

  const some = (length: number): string => 'x7Kq2mZp9LwT4vRb8NcY'.repeat(20).slice(0, length);
  it.each([
    ['anthropic', `sk-ant-api03-${some(93)}AA`],
    ['aws', `AWS_SECRET_ACCESS_KEY = ${some(40)}`],
    ['basicauth', `https://kim:${some(12)}@host.test`],
    ['database-connection-string', `postgresql://kim:${some(12)}@db.host.test:5432/a`],
    ['databricks', `dapi${'a1b2c3d4'.repeat(4)}`],
    ['docker', `dckr_pat_${some(27)}`],
    ['figma', `figd_${some(40)}`],
    ['github', `github_pat_${some(82)}`],
    ['gitlab', `glpat-${some(20)}`],
    ['grafana', `glsa_${some(32)}_a1b2c3d4`],
    ['groq', `gsk_${some(52)}`],
    ['hashicorp-vault', `hvs.${some(95)}`],
    ['huggingface', `hf_${'abCDefGHij'.repeat(4).slice(0, 34)}`],
    ['linear', `lin_api_${some(40)}`],
    ['notion', `ntn_12345678901${some(35)}`],
    ['npm', `npm_${some(36)}`],
    ['openai', `sk-${some(20)}T3BlbkFJ${some(20)}`],
    ['privatekey', key],
    ['sendgrid', `SG.${some(22)}.${some(43)}`],
    ['shopify', `shpat_${'a1b2c3d4'.repeat(4)}`],
    ['slack', `https://hooks.slack.com/services/T${some(10)}/B${some(10)}/${some(24)}`],
    ['vercel', `vcp_${some(24)}`],
  ])('are found wherever the library finds one: %s', async (kind, text) => {
    const found = await secretsIn('notes.md', `${text}\n`);
    expect(found?.map((one) => one.kind)).toContain(kind);
  });

  it('are of the kinds whose signs are known', () => {
    const library = createRequire(import.meta.url).resolve(
      '@secretlint/secretlint-rule-preset-recommend',
    );
    const rules = readFileSync(library, 'utf8').matchAll(
      /"@secretlint\/secretlint-rule-([\w-]+)"/g,
    );
    // A new one needs its sign in secrets.ts, and a line above.
    expect([...new Set([...rules].map(([, kind]) => kind))].sort().join(' ')).toBe(
      '1password anthropic aws basicauth database-connection-string databricks docker figma ' +
        'filter-comments gcp github gitlab grafana groq hashicorp-vault huggingface linear notion ' +
        'npm openai preset-recommend privatekey sendgrid shopify slack vercel',
    );
  });

  it('are not searched for in a text that is too long', async () => {
    expect(await secretsIn('notes.md', ' '.repeat(512 * 1024 + 1))).toBeNull();
  });

  it('leave nothing in memory, however many texts were searched', async () => {
    const before = performance.getEntriesByType('mark').length;
    for (let n = 0; n < 20; n += 1) await secretsIn('notes.md', `${n} ${token}`);
    // The library reports its measurements in a later turn.
    await new Promise((done) => setImmediate(done));
    expect(performance.getEntriesByType('mark').length).toBe(before);
    expect(performance.getEntriesByType('measure')).toEqual([]);
  });
});
