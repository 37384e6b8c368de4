import { expect, it } from 'vitest';
import { inheritedSecrets } from './may-be-secret.ts';

it('values under credential-like names are secret, and passwords in addresses', () => {
  const env = {
    ACME_TOKEN: 'abcdef-1',
    NPM_CONFIG_AUTH: 'ghijkl-2',
    DATABASE_URL: 'postgres://me:hunter22@db.example/x',
    DEPLOY_KEY_SECRET: 'line-one\nline-two',
  };
  expect(inheritedSecrets(env)).toEqual(
    expect.arrayContaining(['abcdef-1', 'ghijkl-2', 'hunter22', 'line-one', 'line-two']),
  );
});

it('ordinary words aren’t, so that they stay readable in messages', () => {
  const env = {
    HOME: '/home/ada',
    LANG: 'en_US.UTF-8',
    SHLVL: '1',
    EDITOR: 'nano-editor',
    SSH_AUTH_SOCK: '/tmp/ssh-agent.1',
    GITHUB_TOKEN: 'short',
  };
  expect(inheritedSecrets(env)).toEqual([]);
});
