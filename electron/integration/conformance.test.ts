import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConformanceReport } from '../../shared/model/report.ts';
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

describe("a server that can't be asked", () => {
  it('stops the command without a made-up result', async () => {
    await expect(conformance({ command: '/nonexistent/server' })).rejects.toThrow(/^s: /);
  });

  it("doesn't turn a missing baseline into an empty one", async () => {
    const server = stdioServer(place, 'defects', ['sound']);
    await expect(conformance(server.entry, '--baseline', 'nowhere.txt')).rejects.toThrow(
      'nowhere.txt cannot be read',
    );
  });
});
