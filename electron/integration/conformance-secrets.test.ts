import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { masked } from '../core/import/mask.ts';
import { formats } from '../commands/report/output.ts';
import { conformance } from './testing/conformance.ts';
import { makePlace, type Place } from './testing/place.ts';
import { repeating, type Repeat, type Repeating } from './testing/repeating.ts';

const secret = 'S3cr3t.token+with "quotes"=42';
/** Forms of the secret when truncated or encoded in the usual ways. */
const traces = [secret, 'S3cr3t', 'token+with', encodeURIComponent(secret)];

/**
 * Repeats its secret wherever a server can: as names, URIs, keys, content, in errors, alone,
 * repeatedly, and where a report truncates.
 */
const repeats: Repeat = (asked, given, { hello, result, error }) => {
  const at = `skill://${encodeURIComponent(given)}/SKILL.md`;
  const entry = {
    uri: at,
    frontmatter: { name: given, description: `${'x'.repeat(290)}${given}`, [given]: given },
    resources: [{ uri: at, size: given, digest: given.repeat(40), [given]: 1 }],
    _meta: { [given]: [given, { deep: given }] },
  };
  switch (asked.method) {
    case 'initialize':
      return result(
        asked,
        hello(given, `See ${at} and skill://other/${encodeURIComponent(given)}/SKILL.md`),
      );
    case 'skills/list':
      return result(asked, { skills: [entry, { ...entry, uri: `skill://x/${given}/SKILL.md` }] });
    case 'resources/list':
      return result(asked, { resources: [{ uri: at, name: given, mimeType: given }] });
    case 'resources/read':
      return result(asked, {
        contents: [{ uri: given, text: `${given} ${asked.params?.['uri']}` }],
      });
    default:
      return error(asked, `no: ${given}`.repeat(30));
  }
};

let place: Place;
let server: Repeating;
beforeAll(async () => {
  place = makePlace();
  server = await repeating(
    place,
    secret,
    repeats,
    "console.log('x'.repeat(290) + process.env.API_KEY);",
  );
});
afterAll(() => {
  server.stop();
  place.remove();
});

describe.each(['environment', 'header'] as const)(
  'a secret of the %s that a server repeats',
  (of) => {
    it.each(formats)('appears in no report: %s', async (format) => {
      const { text, report } = await conformance(
        place.root,
        server.entries[of],
        '--format',
        format,
      );
      const json = JSON.stringify(report);
      expect(report.checks.flatMap(({ faults }) => faults).length).toBeGreaterThan(5);
      // It was received and masked.
      expect(json).toContain(masked);
      for (const trace of traces) {
        for (const said of [json, text])
          expect(
            [trace, JSON.stringify(trace).slice(1, -1)].filter((one) => said.includes(one)),
          ).toEqual([]);
      }
    });
  },
);
