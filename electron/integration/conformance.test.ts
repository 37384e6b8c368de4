import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConformanceReport } from '../../shared/model/report.ts';
import { formats } from '../commands/report/output.ts';
import { bundled } from '../mcp/testing/servers.ts';
import { conformance as conformanceAt } from './testing/conformance.ts';
import { makePlace, type Place } from './testing/place.ts';
import { httpServer, stdioServer, type TestServer } from './testing/servers.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

/** `skillgate conformance` over one server. */
const conformance = (entry: TestServer['entry'], ...words: readonly string[]) =>
  conformanceAt(place.root, entry, ...words);

const broken = ({ checks }: ConformanceReport): string[] =>
  checks.filter(({ faults }) => faults.length > 0).map(({ id }) => id);

describe('problems of files on the disk', () => {
  const skill = (name: string, description: string): string =>
    `---\nname: ${name}\ndescription: ${description}\n---\n\n# T\n`;

  it('have file and line in every report that has places', async () => {
    for (const folder of ['acme/refunds/scripts', 'old/refunds/scripts', 'notes'])
      mkdirSync(place.path(`skills/${folder}`), { recursive: true });
    place.write('skills/acme/refunds/SKILL.md', skill('refunds', 'Process refund requests'));
    place.write('skills/acme/refunds/scripts/total.py', 'print(1)\n');
    place.write('skills/old/refunds/scripts/total.py', 'print(2)\n');
    place.write('skills/old/refunds/SKILL.md', skill('refunds', 'Older'));
    place.write('skills/notes/SKILL.md', skill('notes', 'Take notes'));
    const at = async (defect: string, format: string): Promise<string> => {
      const { entry } = stdioServer(place, 'defects', [defect, '--era', 'modern']);
      const words = ['--skills', 'skills', '--format', format];
      return (await conformance(entry, ...words)).text;
    };
    expect(await at('binary-as-text', 'github')).toMatch(
      /^::error file=skills\/acme\/refunds\/scripts\/total\.py,line=1,col=1,title=skillgate%2Ffile-digest|^::error file=skills\/acme\/refunds\/scripts\/total\.py,line=1,col=1,title=skillgate\/file-digest/m,
    );
    const sarif = JSON.parse(await at('other-name-in-other-file', 'sarif')) as {
      runs: { results: { ruleId: string; locations: unknown[] }[] }[];
    };
    const named = sarif.runs[0]?.results.find(
      ({ ruleId }) => ruleId === 'skillgate/final-segment-equals-name',
    );
    expect(named?.locations).toMatchObject([
      {
        logicalLocations: [{ fullyQualifiedName: 'skill://notes/SKILL.md' }],
        physicalLocation: {
          artifactLocation: { uri: 'skills/notes/SKILL.md' },
          region: { startLine: 2, startColumn: 1 },
        },
      },
    ]);
    expect(await at('get-differs', 'text')).toContain(
      '-  skills/acme/refunds/SKILL.md:1:1 skill://acme/refunds/SKILL.md: ',
    );
  });
});

describe('a baseline', () => {
  it('is written from what fails, and covers that and nothing else', async () => {
    const { entry } = stdioServer(place, 'defects', ['binary-as-text', '--era', 'modern']);
    const written = await conformance(entry, '--write-baseline', 'new.txt');
    expect([written.exit, written.text]).toEqual([0, '1 known problem written to new.txt']);
    expect(place.text('new.txt')).toBe(
      '# Known problems of s: remove a line when its problem is fixed.\nskillgate/file-digest skill://acme/refunds/scripts/total.py\n',
    );
    expect((await conformance(entry, '--baseline', 'new.txt')).exit).toBe(0);
    const other = stdioServer(place, 'defects', ['entries-older', '--era', 'modern']);
    expect((await conformance(other.entry, '--baseline', 'new.txt')).exit).toBe(1);
    await expect(conformance(entry, '--write-baseline', 'new.txt')).rejects.toThrow(
      'new.txt exists already. Remove it first, or name another file.',
    );
  });
});

describe.each(['legacy', 'modern'])('a server of the %s era', (era) => {
  it.each(['stdio', 'http'])('that keeps every rule passes over %s', async (transport) => {
    const args = ['sound', '--era', era];
    const server =
      transport === 'stdio'
        ? stdioServer(place, 'defects', args)
        : await httpServer(place, 'defects', args);
    try {
      const { exit, report, text } = await conformance(server.entry);
      expect(broken(report)).toEqual([]);
      expect(exit).toBe(0);
      expect(text).toContain('Nothing to fix.');
      expect(report.protocol).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
    } finally {
      await server.stop();
    }
  });

  it('is told what it breaks, with request, answer and fix', async () => {
    const server = stdioServer(place, 'defects', ['get-unknown-code', '--era', era]);
    const { exit, report } = await conformance(server.entry);
    expect(exit).toBe(1);
    expect(broken(report)).toEqual(['sep-2640-skills-get-unknown-uri-invalid-params']);
    const [fault] = report.checks.flatMap(({ faults }) => faults);
    expect(fault?.evidence?.asked).toMatch(/^skills\/get \{"uri": /);
    expect(fault?.evidence?.answer).toContain('-32002');
  });

  it("doesn't count what the baseline lists, and names its outdated lines", async () => {
    const baseline = place.write(
      'known.txt',
      'sep-2640-meta-prefix\nsep-2640-resources-size-required\n',
    );
    const server = stdioServer(place, 'defects', ['bare-meta', '--era', era]);
    const { exit, report } = await conformance(server.entry, '--baseline', baseline);
    expect(exit).toBe(0);
    expect(report.stale).toEqual(['sep-2640-resources-size-required']);
  });
});

describe('a check that needs a process', () => {
  it("reports lines on standard output that aren't messages", async () => {
    const server = stdioServer(place, 'defects', ['logs-on-stdout', '--era', 'modern']);
    const { exit, report } = await conformance(server.entry);
    expect(exit).toBe(1);
    expect(broken(report)).toEqual(['skillgate/stdout-noise']);
  });

  it('adds nothing for a server that keeps every rule', async () => {
    const server = stdioServer(place, 'defects', ['sound', '--era', 'modern']);
    const { report } = await conformance(server.entry);
    const left = report.checks.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id);
    expect(left).toEqual([
      'skillgate/ttl-kept',
      'skillgate/get-unlisted',
      'skillgate/unlisted-entry',
    ]);
  });
});

const secret = 'sk-live-0123456789abcdef';

/** A server with a defect that writes to standard error whenever it answers with an error. */
const complaining = (defect: string, more = ''): TestServer['entry'] => {
  const script = place.write(
    'complaining.mjs',
    `process.argv[2] = ${JSON.stringify(defect)};
const write = process.stdout.write.bind(process.stdout);
process.stderr.write('started with ' + process.env.API_KEY + '\\n');
process.stdout.write = (text, ...rest) => {
  if (String(text).includes('"error"')) {
    process.stderr.write('Traceback\\n\\n' + '  at line\\n'.repeat(5) + 'Error: no file \\u001b[2K ' + process.env.API_KEY + '\\n');
    ${more}
  }
  return write(text, ...rest);
};
await import(${JSON.stringify(bundled('defects'))});
`,
  );
  return { command: process.execPath, args: [script], env: { API_KEY: secret, ERA: 'modern' } };
};

describe('what a server writes to standard error', () => {
  it.each(formats)('is beside the check that it belongs to, masked: %s', async (format) => {
    const { report, text } = await conformance(complaining('file-unread'), '--format', format);
    const check = report.checks.find(({ id }) => id === 'skillgate/files-readable');
    const lines = check?.faults[0]?.evidence?.stderr ?? [];
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toBe('Error: no file \\u{001B}[2K ••••');
    expect(text).toContain('Error: no file');
    expect(report.masked).toEqual(['API_KEY']);
    expect(text).not.toContain(secret);
    expect(JSON.stringify(report)).not.toContain(secret);
  });

  it("isn't shown if there's nothing to fix", async () => {
    const { exit, text } = await conformance(complaining('sound'));
    expect(exit).toBe(0);
    expect(text).not.toContain('standard error');
  });
});

describe('values of variables that a report masks', () => {
  it('are named, and leave fields and addresses alone', async () => {
    const { entry } = stdioServer(place, 'defects', ['digest-uppercase', '--era', 'modern']);
    const env = { MODE: 'resources-strict', BASE: 'skill://acme' };
    const { report, text } = await conformance({ ...entry, env: { ERA: 'modern', ...env } });
    expect(text).toContain('skill://acme/refunds/SKILL.md');
    expect(/.{40}••••/.exec(JSON.stringify(report))?.[0]).toBeUndefined();
    expect(report.masked).toBeUndefined();
  });

  it('are named once, where they are masked', async () => {
    const { text } = await conformance(complaining('file-unread'));
    expect(text).toContain('•••• replaces the value of API_KEY.');
  });
});

describe('a skill that --expect names', () => {
  const server = () => stdioServer(place, 'defects', ['sound', '--era', 'modern']).entry;

  it.each(['refunds', 'skill://acme/refunds/SKILL.md'])('may be listed: %s', async (name) => {
    const { exit, text } = await conformance(server(), '--expect', name);
    expect(exit).toBe(0);
    expect(text).toMatch(/^s: \d+ skills, \d+ files, SEP-2640, 2026-07-28, stdio\n/);
  });

  it("fails with its own exit code if it isn't listed, and no baseline hides it", async () => {
    const baseline = place.write('all.txt', 'skillgate/expected-skills\n');
    const words = ['--expect', 'refunds', '--expect', 'returns', '--baseline', baseline];
    const { exit, text, report } = await conformance(server(), ...words);
    expect(exit).toBe(4);
    expect(text).toContain('returns: it isn\'t listed; the server lists "refunds", ');
    expect(broken(report)).toEqual(['skillgate/expected-skills']);
  });
});

describe("a server that can't be asked", () => {
  it('stops the command without a made-up result', async () => {
    await expect(conformance({ command: '/nonexistent/server' })).rejects.toThrow(/^s: /);
  });

  it.each(['github', 'junit', 'sarif', 'markdown'])(
    'is named in the report that a build reads, with its standard error: %s',
    async (format) => {
      const script = "console.error('cannot find module x \\u001b[31m'); process.exit(1)";
      const entry = { command: process.execPath, args: ['-e', script] };
      const { exit, text } = await conformance(entry, '--format', format);
      expect(exit).toBe(2);
      expect(text).toContain('The server exited with code 1.');
      expect(text).toContain('cannot find module x');
      expect(text).not.toContain('\u001b');
    },
  );

  it('is said to be silent after --timeout, with its standard error (waits for that)', async () => {
    const script = "console.error('reading config'); setInterval(() => {}, 1_000)";
    const entry = { command: process.execPath, args: ['-e', script] };
    const { exit, text } = await conformance(entry, '--timeout', '5', '--format', 'markdown');
    expect(exit).toBe(2);
    expect(text).toContain('It wasn’t connected after 5 s.');
    expect(text).toContain('reading config');
  });

  it('is told of answers under the text of an id', async () => {
    const { entry } = stdioServer(place, 'defects', ['ids-as-text']);
    const { text } = await conformance(entry, '--format', 'github');
    expect(text).toContain('an answer has the text');
  });

  it("doesn't turn a missing baseline into an empty one", async () => {
    const server = stdioServer(place, 'defects', ['sound']);
    await expect(conformance(server.entry, '--baseline', 'nowhere.txt')).rejects.toThrow(
      'nowhere.txt cannot be read',
    );
  });
});
