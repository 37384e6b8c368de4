import type { Finding } from '../../../shared/model/findings.ts';
import type { FindingSeverity } from '../../../shared/model/severity.ts';
import { noFacts } from '../../core/findings/fact-lists.ts';
import type { FileInspector } from '../ports/findings.ts';

/** Rules that a test can follow at a glance: a word in the text of a file, and what it is worth. */
const words: Readonly<Record<string, readonly [rule: string, FindingSeverity]>> = {
  curl: ['P01', 'high'],
  remove: ['P02', 'medium'],
  secret: ['P03', 'critical'],
};

/** Looks for words; a file with a zero byte is no text, as for the rules themselves. */
export const wordInspector: FileInspector = {
  async inspect({ uri, bytes, digest }) {
    if (bytes.includes(0))
      return {
        findings: [],
        notInspected: [{ uri, digest, reason: 'no-text', detail: '' }],
        traces: [],
        facts: noFacts,
      };
    const text = Buffer.from(bytes).toString('utf8');
    const findings = Object.entries(words).flatMap(([word, [rule, severity]]): Finding[] => {
      const places = [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
        start: index,
        end: index + word.length,
        line: text.slice(0, index).split('\n').length,
        column: index - text.lastIndexOf('\n', index),
        endLine: text.slice(0, index).split('\n').length,
        endColumn: index - text.lastIndexOf('\n', index) + word.length,
      }));
      const [place, ...related] = places;
      if (place === undefined) return [];
      return [
        {
          ...{ rule, ruleset: '1', title: word, why: '', confusedWith: '', uri, digest, severity },
          ...{ confidence: text.includes('# Example') ? 'low' : 'high', role: 'code' },
          ...{ place, related, count: places.length, excerpt: word, decoded: null },
        },
      ];
    });
    return { findings, notInspected: [], traces: [], facts: noFacts };
  },
  close: async () => {},
};
