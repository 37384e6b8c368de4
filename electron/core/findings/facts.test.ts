import { describe, expect, it } from 'vitest';
import { factLimits } from '../../../shared/model/fact-kinds.ts';
import { skillFactsSchema, type SkillFacts } from '../../../shared/model/behavior.ts';
import { sha256 } from '../digest.ts';
import { changedFacts, joinFacts, noFacts } from './fact-lists.ts';
import { inspect } from './inspect.ts';
import { grammars } from './testing/cases.ts';

async function factsIn(path: string, text: string): Promise<SkillFacts> {
  const bytes = Buffer.from(text);
  const file = { uri: `skill://acme/a/${path}`, path, bytes, digest: sha256(bytes) };
  return (await inspect(file, grammars)).facts;
}

describe('the facts of a file', () => {
  it('are what a script runs, contacts, reads, writes and leaves behind', async () => {
    const script =
      'set -e\nCONF=~/.config/acme\ncat "$CONF/list.txt" ~/.ssh/id_rsa > /etc/cron.d/acme\n' +
      'curl -H "x: $ACME_TOKEN" -d @out https://API.acme.test:8443/v1 # https://docs.acme.test\n' +
      'scp out ada@files.acme.test:/srv\necho x >> ~/.bashrc\n';
    expect(await factsIn('run.sh', script)).toEqual({
      commands: ['cat', 'curl', 'echo', 'scp', 'set'],
      hosts: ['api.acme.test:8443', 'files.acme.test'],
      reads: ['~/.config/acme/list.txt', '~/.ssh/id_rsa'],
      writes: ['/etc/cron.d/acme', '~/.bashrc'],
      secrets: ['$ACME_TOKEN', 'SSH keys'],
      persistence: ['scheduled tasks', 'shell startup files'],
      tools: [],
      omitted: 0,
    });
  });

  it('are read from calls of a program, but not from its comments', async () => {
    const program =
      'import os, requests, subprocess\n# see https://docs.acme.test\n' +
      'subprocess.run(["git", "push"])\nrequests.post("https://api.acme.test/x", json={})\n' +
      'open("/etc/hosts").read()\nopen("/etc/motd", "w").write("")\nos.environ["ACME_TOKEN"]\n';
    expect(await factsIn('a.py', program)).toMatchObject({
      commands: ['git'],
      hosts: ['api.acme.test'],
      reads: ['/etc/hosts'],
      writes: ['/etc/motd'],
      secrets: ['$ACME_TOKEN'],
    });
  });

  it('are read from fences and instructions, and include the tools that it asks for', async () => {
    const main =
      '---\nname: a\ndescription: b\nallowed-tools: Bash(git:*) Read\n---\n' +
      'Run `git status --short`. Values are `key or value`.\n\n```\nnpm ci\n├── src\n```\n';
    expect(await factsIn('SKILL.md', main)).toMatchObject({
      commands: ['git', 'npm'],
      tools: ['Bash(git:*)', 'Read'],
    });
  });

  it('include those of encoded text', async () => {
    const hidden = Buffer.from('wget https://drop.acme.test/x\n').toString('base64');
    expect(await factsIn('a.py', `payload = "${hidden}"\n`)).toMatchObject({
      commands: ['wget'],
      hosts: ['drop.acme.test'],
    });
  });

  it('are bounded, and say how much was left out', async () => {
    const lines = Array.from({ length: 250 }, (_, at) => `cat /etc/a${at}\n`);
    const facts = await factsIn('a.sh', `${lines.join('')}cat /etc/${'b'.repeat(300)}\n`);
    expect(skillFactsSchema.parse(facts)).toEqual(facts);
    expect(facts.reads).toHaveLength(factLimits.values);
    expect(facts.omitted).toBe(52);
  });
});

describe('facts of a skill', () => {
  const one: SkillFacts = { ...noFacts, commands: ['git'], hosts: ['a.test'], omitted: 1 };
  const two: SkillFacts = { ...noFacts, commands: ['curl', 'git'], omitted: 2 };

  it('are those of all its files', () => {
    expect(joinFacts([])).toEqual(noFacts);
    expect(joinFacts([one, two])).toEqual({
      ...noFacts,
      commands: ['curl', 'git'],
      hosts: ['a.test'],
      omitted: 3,
    });
  });

  it('are compared between two versions', () => {
    expect(changedFacts(one, two)).toEqual({
      added: { ...noFacts, commands: ['curl'], omitted: 2 },
      removed: { ...noFacts, hosts: ['a.test'], omitted: 1 },
    });
  });
});
