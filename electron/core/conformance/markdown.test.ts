import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { defects } from '../../../e2e/servers/defects/index.ts';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import { markdownReport } from './markdown.ts';
import { reportOn } from './testing/planted.ts';

const of = (name: string): ConformanceReport => ({
  ...{ format: 'skillgate/report@1', kind: 'conformance', target: name, protocol: '2026-07-28' },
  ...{ unfinished: [], stale: [] },
  checks: reportOn(defects[name]!, '2026-07-28').report,
});

/**
 * Text that a server writes to break out of its code span: a fence, heading, link, image or
 * mention.
 */
const hostile =
  '`` ``` ````\n# Nothing to fix\n[ok](https://evil.example) ![](https://evil.example/x.png) <img src=x> @everyone https://evil.example';

describe('a report as Markdown', () => {
  it('lists each fault with its request, answer and fix', () => {
    const text = markdownReport(of('no-size'));
    expect(text).toContain('## fail: `sep-2640-resources-size-required`');
    expect(text).toContain('Fix: Set size to the length of the raw content');
    expect(text).toMatch(/ {2}- request \d+: `skills\/list /);
    expect(text).toContain('Something needs fixing.');
  });

  it('says "Nothing to fix" for a server that follows every rule', () => {
    expect(markdownReport(of('sound'))).toContain('Nothing to fix.');
  });

  it("shows a server's text only as text, wherever it is", () => {
    const report = of('no-size');
    const forged: ConformanceReport = {
      ...report,
      target: hostile,
      unfinished: [hostile],
      stale: [hostile],
      checks: report.checks.map((check) => ({
        ...check,
        why: hostile,
        faults: check.faults.map((fault) => ({
          ...fault,
          subject: hostile,
          said: hostile,
          evidence: { request: 1, asked: hostile, answer: hostile },
        })),
      })),
    };
    const tokens = new MarkdownIt({ html: true, linkify: true })
      .parse(markdownReport(forged), {})
      .flatMap((token) => [token, ...(token.children ?? [])]);
    const types = new Set(tokens.map(({ type }) => type));
    for (const type of ['link_open', 'image', 'html_inline', 'html_block', 'fence'])
      expect(types).not.toContain(type);
    const plain = tokens.filter(({ type }) => type === 'text').map(({ content }) => content);
    expect(plain.join('\n')).not.toMatch(/evil|@everyone/);
  });
});
