import { createHash, generateKeyPairSync } from 'node:crypto';
import { ruleCases } from '../testing/cases.ts';
import { secretInFile } from './read-secrets.ts';

/** Put together here, so that no scanner of this repository takes them for real ones. */
const random = (length: number): string =>
  createHash('sha512').update('a').digest('base64').replaceAll(/[+/=]/g, 'k').slice(0, length);
const github = `gh${'p_'}${random(36)}`;
const slack = `xo${'xb-'}${'9'.repeat(3)}81726354-${'7'.repeat(3)}28374655-${random(24)}`;
const key = generateKeyPairSync('rsa', { modulusLength: 1024 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();

ruleCases(secretInFile, {
  hits: [
    { name: 'a GitHub token', path: 'a.sh', text: `export GITHUB_TOKEN=${github}\n` },
    { name: 'a Slack token', path: 'a.py', text: `T = "${slack}"\n` },
    { name: 'a private key', path: 'key.pem', text: key },
  ],
  misses: [
    {
      name: 'a placeholder',
      path: 'a.sh',
      text: 'export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n',
    },
    { name: 'a key from the documentation', path: 'a.py', text: 'A = "AKIAIOSFODNN7EXAMPLE"\n' },
    {
      name: 'a key without a body',
      text: '-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----\n',
    },
    {
      // anthropics/skills, skills/claude-api (Apache-2.0), in other words
      name: 'a line of a real skill',
      text: 'export ANTHROPIC_API_KEY=your-api-key-here\n',
    },
  ],
});
