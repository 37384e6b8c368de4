import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConformanceReport } from '../../shared/model/report.ts';
import { checks } from '../core/conformance/checks/registry.ts';
import { builtCli, ended, runCli, startCli, type BuiltCli } from './testing/cli.ts';
import { conformance } from './testing/conformance.ts';
import { makePlace, storeServers, type Place } from './testing/place.ts';
import { httpServer } from './testing/servers.ts';
import { browse, guardedServer, type Guarded } from './testing/sign-in.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const verdicts = ({ checks }: ConformanceReport): Record<string, string> =>
  Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]));

describe('a server over SSE', () => {
  it.each([['--era', 'legacy']])('is checked as over HTTP', async (...era) => {
    const [sse, http] = await Promise.all([
      httpServer(place, 'honest', ['--skills', '2', ...era], 'sse'),
      httpServer(place, 'honest', ['--skills', '2', ...era], 'http'),
    ]);
    try {
      const over = await conformance(place.root, sse.entry);
      const same = await conformance(place.root, http.entry);
      expect(over.report.unfinished).toEqual([]);
      expect(over.report.checks.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(
        40,
      );
      expect(verdicts(over.report)).toEqual(verdicts(same.report));
      expect(over.exit).toBe(same.exit);
      expect(sse.methods()).toContain('skills/list');
    } finally {
      await Promise.all([sse.stop(), http.stop()]);
    }
  });
});

describe('a server that needs a sign-in', () => {
  let cli: BuiltCli;
  let guarded: Guarded;
  beforeAll(async () => {
    [cli, guarded] = await Promise.all([builtCli(), guardedServer()]);
    storeServers(place, { s: guarded.entry });
  });
  afterAll(() => guarded.stop());

  it("isn't judged before somebody signs in, and the command says how", async () => {
    const { code, stdout, stderr } = await runCli(cli, place, ['conformance', '--server', 's']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/Sign in at http.* with `skillgate login s`\./);
  });

  it('is checked with the sign-in, and no report contains a token', async () => {
    expect((await runCli(cli, place, ['keychain', '--use-file'])).code).toBe(0);
    const child = startCli(cli, place, ['login', 's', '--no-browser']);
    const over = ended(child);
    let said = '';
    const address = await new Promise<string>((resolve) =>
      child.stderr?.on('data', (text: string) => {
        said += text;
        const found = /^https?:\S+$/m.exec(said.slice(0, said.lastIndexOf('\n') + 1))?.[0];
        if (found !== undefined) resolve(found);
      }),
    );
    await browse(address);
    expect((await over).code).toBe(0);

    const { code, stdout } = await runCli(cli, place, ['conformance', '--server', 's', '--json']);
    const report = JSON.parse(stdout) as ConformanceReport;
    expect(report.unfinished).toEqual([]);
    expect(report.checks).toHaveLength(checks.length);
    expect(verdicts(report)['skillgate/file-digest']).toBe('pass');
    expect([0, 1, 3]).toContain(code);
    const { secrets } = await guarded.control();
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(stdout).not.toContain(secret);
  });
});
