import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  FindingConfidence,
  FindingRole,
  FindingSeverity,
} from '../../../../shared/model/severity.ts';
import { sha256 } from '../../digest.ts';
import { inspect, type FileInspection } from '../inspect.ts';
import { createGrammars, type GrammarBytes } from '../reading/tree.ts';
import type { FindingRule } from '../rule.ts';

const wasm = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));

export const grammarBytes: GrammarBytes = (name) =>
  readFile(join(wasm, name === 'runtime' ? 'tree-sitter.wasm' : `tree-sitter-${name}.wasm`));

/** The installed grammars, created once per test file. */
export const grammars = createGrammars(grammarBytes);

interface Case {
  /** What it is, to complete "finds …" or "leaves …". */
  readonly name: string;
  /** SKILL.md by default. */
  readonly path?: string;
  readonly text?: string;
  /** Instead of `text`, for a file that isn't text. */
  readonly bytes?: Uint8Array;
  /** As the server states it. */
  readonly mimeType?: string;
}

interface HitCase extends Case {
  /** The place contains this. */
  readonly finds?: string;
  /** The decoded text of the finding contains this. */
  readonly decoded?: string;
  /** The rule's own by default. */
  readonly severity?: FindingSeverity;
  readonly confidence?: FindingConfidence;
  readonly role?: FindingRole;
  readonly count?: number;
}

interface MissCase extends Case {
  /**
   * It is found, but with low confidence, because the text around it says that it isn't an order.
   */
  readonly low?: true;
}

const bytesOf = ({ text, bytes }: Case): Uint8Array => bytes ?? Buffer.from(text ?? '');

const lookAt = (rule: FindingRule, one: Case): Promise<FileInspection> =>
  inspect(
    {
      uri: `skill://test/case/${one.path ?? 'SKILL.md'}`,
      path: one.path ?? 'SKILL.md',
      bytes: bytesOf(one),
      mimeType: one.mimeType,
      digest: sha256(bytesOf(one)),
    },
    grammars,
    [rule],
  );

/** Tests of one rule: at least three hits and three misses, one of them from a real skill. */
export function ruleCases(
  rule: FindingRule,
  { hits, misses }: { readonly hits: readonly HitCase[]; readonly misses: readonly MissCase[] },
): void {
  describe(`${rule.id}: ${rule.title}`, () => {
    it('has at least three hits and three misses', () => {
      expect(hits.length).toBeGreaterThanOrEqual(3);
      expect(misses.length).toBeGreaterThanOrEqual(3);
    });

    it.each(hits.map((one) => [one.name, one] as const))('finds %s', async (_, one) => {
      const { findings, notInspected } = await lookAt(rule, one);
      expect(notInspected.filter(({ detail }) => !detail.endsWith('its tokens'))).toEqual([]);
      expect(findings).toHaveLength(1);
      const [finding] = findings;
      expect(finding).toMatchObject({
        rule: rule.id,
        severity: one.severity ?? rule.severity,
        ...(one.role === undefined ? {} : { role: one.role }),
        ...(one.count === undefined ? {} : { count: one.count }),
      });
      if (one.confidence === undefined) expect(finding?.confidence).not.toBe('low');
      else expect(finding?.confidence).toBe(one.confidence);
      const { start = 0, end = 0 } = finding?.place ?? {};
      expect(end).toBeGreaterThan(start);
      if (one.finds !== undefined)
        expect(Buffer.from(bytesOf(one)).subarray(start, end).toString()).toContain(one.finds);
      if (one.decoded !== undefined) expect(finding?.decoded?.text).toContain(one.decoded);
    });

    it.each(misses.map((one) => [one.name, one] as const))('leaves %s', async (_, one) => {
      const { findings } = await lookAt(rule, one);
      if (one.low === true) expect(findings).toMatchObject([{ confidence: 'low' }]);
      else expect(findings).toEqual([]);
    });
  });
}
