import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePlace, type Place } from './testing/place.ts';
import { openApp, type TestApp } from './testing/app.ts';

const text = '{"mcpServers": {"acme": {"command": "acme", "env": {"TOKEN": "sekret-1"}}}}';
const key = JSON.stringify(['mcpServers', 'acme']);
let place: Place;
let app: TestApp;
let path: string;

beforeEach(async () => {
  place = makePlace();
  mkdirSync(join(place.home, '.cursor'));
  path = join(place.home, '.cursor', 'mcp.json');
  writeFileSync(path, text);
  app = await openApp({ place, stored: {} });
});
afterEach(async () => {
  await app.close();
  place.remove();
});

const preview = (to: 'through' | 'direct') =>
  app.ask('previewHost', { host: 'cursor', path, keys: [key], to });
async function write(to: 'through' | 'direct') {
  const { changeId, challenge } = await preview(to);
  const proof = app.confirm(challenge, { request: 'applyHost', changeId });
  return app.reply('applyHost', { changeId, proof, isUntested: true });
}

describe('an app changed from a window', () => {
  it('is written after its dialog is confirmed, and no secret reaches the window', async () => {
    const shown = await preview('through');
    expect(JSON.stringify([shown, await app.ask('getHosts', {})])).not.toContain('sekret');
    expect(await write('through')).toMatchObject({ ok: true, value: { path } });
    expect(readFileSync(path, 'utf8')).toContain('"gateway"');
    expect((await app.server('acme')).target).toMatchObject({ command: 'acme' });
    expect(await write('direct')).toMatchObject({ ok: true });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it.each(['through', 'direct'] as const)(
    "isn't written by someone with only the channel: %s",
    async (to) => {
      if (to === 'direct') await write('through');
      const before = readFileSync(path, 'utf8');
      const { changeId, challenge } = await preview(to);
      const other = app.confirm(challenge, { request: 'applyHost', changeId: `${changeId}x` });
      for (const proof of ['', 'ab', other])
        expect(await app.reply('applyHost', { changeId, proof, isUntested: true })).toMatchObject({
          error: { code: 'forbidden' },
        });
      expect(readFileSync(path, 'utf8')).toBe(before);
    },
  );

  it('is written once per confirmation', async () => {
    const { changeId, challenge } = await preview('through');
    const proof = app.confirm(challenge, { request: 'applyHost', changeId });
    expect((await app.reply('applyHost', { changeId, proof, isUntested: true })).ok).toBe(true);
    expect(await app.reply('applyHost', { changeId, proof, isUntested: true })).toMatchObject({
      error: { code: 'forbidden' },
    });
    const again = await preview('direct');
    const second = app.confirm(again.challenge, { request: 'applyHost', changeId });
    expect(
      await app.reply('applyHost', { changeId, proof: second, isUntested: true }),
    ).toMatchObject({
      error: { code: 'not-found' },
    });
  });
});
