import { describe, expect, it } from 'vitest';
import { gzip, tar } from '../core/archive/testing/tar-writer.ts';
import { sha256 } from '../core/digest.ts';
import { forgedCli } from './testing/forged-cli.ts';
import { noSuchMethod, olderHello } from './testing/forged.ts';

const { open, run, store } = forgedCli();

const main = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: d\n${more}---\nBody\n`;
const packedFile = (part: { readonly name: string; readonly body: string }): Uint8Array =>
  gzip(tar([part]));
const packed: Readonly<Record<string, Uint8Array>> = {
  good: packedFile({ name: 'SKILL.md', body: main('good') }),
  wrapped: packedFile({ name: 'wrapped/SKILL.md', body: main('wrapped') }),
  differing: packedFile({ name: 'SKILL.md', body: main('differing', 'license: MIT\n') }),
  other: packedFile({ name: 'SKILL.md', body: main('other') }),
};
const addressOf = (name: string): string => `skill://dl/${name}.tar.gz`;
const index = {
  skills: [...Object.keys(packed), 'missing'].map((name) => ({
    frontmatter: { name, description: 'd' },
    archives: [
      {
        url: addressOf(name),
        mimeType: 'application/gzip',
        // The bytes of `other` aren't those that the index names.
        digest: sha256(name === 'other' ? 'else' : (packed[name] ?? 'none')),
      },
    ],
  })),
};

const served = (): Promise<string> =>
  open(({ id, method, params }) => {
    if (id === undefined) return null;
    if (method === 'initialize')
      return { result: { ...olderHello, capabilities: { resources: {} } } };
    if (method === 'resources/list')
      return { result: { resources: [{ uri: 'skill://index.json', name: 'index' }] } };
    if (method !== 'resources/read') return noSuchMethod;
    const uri = String(params?.['uri']);
    if (uri === 'skill://index.json')
      return { result: { contents: [{ uri, text: JSON.stringify(index) }] } };
    const bytes = Object.entries(packed).find(([name]) => addressOf(name) === uri)?.[1];
    return bytes === undefined
      ? { error: { code: -32_002, message: 'Resource not found' } }
      : { result: { contents: [{ uri, blob: Buffer.from(bytes).toString('base64') }] } };
  });

describe('verify of archives', () => {
  it('prints the reason and the differing field, as the JSON has them', async () => {
    store({ s: { type: 'http', url: await served() } });
    const [plain, documented] = [await run(['verify']), await run(['verify', '--json'])];
    expect([plain.code, documented.code]).toEqual([1, 1]);
    const rows = (JSON.parse(documented.stdout) as { skills: Row[] }).skills;
    const expected: Readonly<Record<string, readonly [status: string, reason: RegExp | null]>> = {
      good: ['verified', null],
      wrapped: ['failed', /\(no-skill-md\).*no SKILL\.md file at its root/],
      differing: ['failed', /differs from the entry's in one field: license/],
      other: ['failed', /digest/],
      missing: ['unread', /Resource not found.*-32002/],
    };
    for (const [name, [status, reason]] of Object.entries(expected)) {
      const row = rows.find(({ uri }) => uri === `${addressOf(name)}#SKILL.md`);
      expect(row?.status, name).toBe(status);
      const head = status === 'unread' ? 'could not be read' : status;
      expect(plain.stdout).toContain(`${head.padEnd(18)} ${addressOf(name)}#SKILL.md  (s)`);
      if (reason === null) continue;
      const said = row?.problems.find(({ message }) => reason.test(message));
      expect(said, name).toBeDefined();
      expect(plain.stdout).toContain(`  ${said?.message}`);
    }
    expect(plain.stdout).toContain(
      '1 verified, 3 failed, 1 could not be read, 0 cannot be verified, 0 refused.',
    );
  });
});

interface Row {
  readonly uri: string;
  readonly status: string;
  readonly problems: readonly { readonly message: string }[];
}
