import { describe, expect, it } from 'vitest';
import type { ServerConfig } from '../server-config.ts';
import { maskedHead } from './mask.ts';
import { repeatedSecrets } from './may-be-secret.ts';

const started = (env: Record<string, string>, args: string[] = []): ServerConfig => ({
  type: 'stdio',
  command: 'node',
  args,
  env,
});
const shown = (env: Record<string, string>, text: string): string =>
  maskedHead(text, repeatedSecrets(started(env)), text.length);

describe('values of variables that stay in what a server sends', () => {
  it.each([
    ['MODE', 'resources-strict', '{"resources": "resources-strict"}'],
    ['SKILL_BASE_URI', 'skill://ops', 'skill://ops/refunds/SKILL.md'],
    ['SKILL_SCHEME', 'skill://', 'skill://refunds/SKILL.md'],
    ['API_URL', 'https://api.example.com:8080/v1', 'GET https://api.example.com:8080/v1/skills'],
    ['SKILLS_DIR', '/home/ada/my-skills', 'File "/home/ada/my-skills/refunds/SKILL.md", line 3'],
    ['SKILLS_DIR', './skills', 'no ./skills/refunds'],
    ['SKILLS_DIR', 'C:\\Users\\ada\\skills', 'no C:\\Users\\ada\\skills\\refunds'],
    ['API_TOKEN', 'resources', 'resources of skills/list'],
  ])('%s=%s', (name, value, text) => {
    expect(shown({ [name]: value }, text)).toBe(text);
  });
});

describe('values of variables that are masked', () => {
  it.each([
    ['API_KEY', 'resources-9f8a7c6d'],
    ['SESSION_SECRET', 'correct-horse'],
    ['SEED_PHRASE', 'legal-winner-thank'],
    ['WORDS', 'legal-winner-thank-year'],
    ['DB', 'postgres://ada:open-sesame@db.example/x'],
    ['BASE', 'https://api.example.com/v1?key=open-sesame'],
    ['HOOK', 'https://hooks.example.com/services/T02AB3CD4/B05EF6GH7/XyZaBcDeFgHiJkLm'],
    ['HOOK', 'https://hooks.example.com/qWeRtYuI'],
    ['NOTIFY', 'https://ntfy.example.com/summertime'],
    ['ALERT_WEBHOOK', 'https://hooks.example.com/a'],
    ['LOGIN', 'hunter22-summer'],
    ['BASE', 'https://a8f3k2j9x4.tunnel.example/mcp'],
    ['PASSWORD', '/open/sesame'],
    ['TOKEN_URL', 'skill://opensesame'],
    ['DATA', '/srv/9f8a7c6d5e4f3a2b1c0d9f8a7c6d5e4f'],
  ])('%s=%s', (name, value) => {
    expect(shown({ [name]: value }, `got ${value}.`)).toBe('got ••••.');
    expect(shown({ [name]: value }, `got ${encodeURIComponent(value)}.`)).toBe('got ••••.');
  });

  it("that another variable needs to keep secret, or that's also an argument's credential", () => {
    const env = { MODE: 'open-sesame', PASSWORD: 'open-sesame', STAGE: 'other-word' };
    const secrets = repeatedSecrets(started(env, ['--token', 'other-word']));
    expect(secrets).toEqual(expect.arrayContaining(['open-sesame', 'other-word']));
  });

  it("a short one, and a credential alone of an address's query", () => {
    expect(shown({ PIN: 'a1b2' }, 'pin a1b2')).toBe('pin ••••');
    expect(shown({ BASE: 'https://x.example/?api_key=open-sesame' }, 'key open-sesame')).toBe(
      'key ••••',
    );
  });
});
