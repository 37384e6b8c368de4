import { describe, expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../../shared/model/approval.ts';
import type { FileEntry } from '../../../../shared/model/skill.ts';
import type { FindingConfidence, FindingSeverity } from '../../../../shared/model/severity.ts';
import { sha256 } from '../../digest.ts';
import { entryOf, heldOf, type Changes } from '../../skill-state/held.fixture.ts';
import { inspected, inspectionOf, type SkillInspection } from '../../skill-state/steps.ts';
import type { SkillState } from '../../skill-state/skill.ts';
import { inspect } from '../inspect.ts';
import { ruleset } from '../rule.ts';
import type { SetRule } from '../set/skill-set.ts';
import { grammars } from './cases.ts';

interface SetCase {
  /** What it is, to complete "finds …" or "leaves …". */
  readonly name: string;
  /** Listed files that were inspected, by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Paths of other listed files that weren't read. */
  readonly unread?: readonly string[];
  readonly entry?: Changes;
  readonly held?: (held: SkillState) => SkillState;
  readonly record?: ApprovalRecord;
}

interface SetHitCase extends SetCase {
  /** The excerpt contains this. */
  readonly says: string;
  /** The path of the file where it opens, or the field of the entry. */
  readonly at: string;
  readonly line?: number;
  readonly severity?: FindingSeverity;
  readonly confidence?: FindingConfidence;
  readonly count?: number;
}

interface SetMissCase extends SetCase {
  /** It is found, but with low confidence. */
  readonly low?: true;
}

const folder = 'skill://acme/refunds';
const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content;

async function lookAt(one: SetCase): Promise<SkillInspection> {
  const read = Object.entries(one.files ?? {}).map(([path, content]) => ({
    path,
    uri: `${folder}/${path}`,
    bytes: bytesOf(content),
    digest: sha256(bytesOf(content)),
  }));
  const listed: FileEntry[] = [
    ...read.map(({ path, uri, bytes, digest }) => ({ path, uri, digest, size: bytes.length })),
    ...(one.unread ?? []).map((path) => ({
      path,
      uri: `${folder}/${path}`,
      digest: sha256(path),
      size: 1,
    })),
  ];
  const entry = entryOf({ files: listed, ...one.entry });
  const looked = new Map(
    await Promise.all(
      read.map(
        async (file) =>
          [
            file.uri,
            {
              ...{ digest: file.digest, marks: new Map(), ruleset, at: 0 },
              ...(await inspect(file, grammars)),
            },
          ] as const,
      ),
    ),
  );
  const held = inspected(heldOf(entry), looked);
  return inspectionOf({ held: one.held?.(held) ?? held, entry, record: one.record ?? null });
}

/** Tests of one rule about a skill: at least three hits and three misses, one from a real skill. */
export function setRuleCases(
  rule: SetRule,
  {
    hits,
    misses,
  }: { readonly hits: readonly SetHitCase[]; readonly misses: readonly SetMissCase[] },
): void {
  describe(`${rule.id}: ${rule.title}`, () => {
    it('has at least three hits and three misses', () => {
      expect(hits.length).toBeGreaterThanOrEqual(3);
      expect(misses.length).toBeGreaterThanOrEqual(3);
    });

    it.each(hits.map((one) => [one.name, one] as const))('finds %s', async (_, one) => {
      const findings = (await lookAt(one)).findings.filter((found) => found.rule === rule.id);
      expect(findings).toHaveLength(1);
      const [finding] = findings;
      expect(finding).toMatchObject({
        severity: one.severity ?? rule.severity,
        count: one.count ?? 1,
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      });
      expect(finding?.excerpt).toContain(one.says);
      if (one.confidence === undefined) expect(finding?.confidence).not.toBe('low');
      else expect(finding?.confidence).toBe(one.confidence);
      const where = finding?.field ?? finding?.uri.slice(folder.length + 1);
      expect(where).toBe(one.at);
      if (one.line !== undefined) expect(finding?.place.line).toBe(one.line);
    });

    it.each(misses.map((one) => [one.name, one] as const))('leaves %s', async (_, one) => {
      const findings = (await lookAt(one)).findings.filter((found) => found.rule === rule.id);
      if (one.low === true) expect(findings).toMatchObject([{ confidence: 'low' }]);
      else expect(findings).toEqual([]);
    });
  });
}
