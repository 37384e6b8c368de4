import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { sha256 } from '../../electron/core/digest.ts';
import { inspect } from '../../electron/core/findings/inspect.ts';
import { createGrammars } from '../../electron/core/findings/reading/tree.ts';
import { languages } from '../../electron/core/findings/reading/layers.ts';
import { parseFrontmatter } from '../../electron/core/frontmatter/frontmatter.ts';
import { limits } from '../../electron/core/limits.ts';
import { ruleset } from '../../electron/core/findings/rule.ts';
import type { InspectedFile } from '../../electron/core/skill-state/file-inspection.ts';
import { parsePatience } from '../../electron/inspection/parse-patience.ts';
import { inspected, inspectionOf } from '../../electron/core/skill-state/steps.ts';
import { listed } from '../../electron/core/skill-state/skill.ts';
import type { Finding, NotInspected } from '../../shared/model/findings.ts';
import type { SkillEntry } from '../../shared/model/skill.ts';

/** A file of a set: its text, or its bytes as base64. */
type SetContent = string | { readonly base64: string };

export interface SetSkill {
  readonly id: string;
  readonly files: Readonly<Record<string, SetContent>>;
}

export interface SkillLook {
  /** What the app counts: no finding of low confidence. */
  readonly findings: readonly Pick<Finding, 'rule' | 'severity' | 'uri' | 'excerpt'>[];
  readonly notInspected: readonly NotInspected[];
}

/**
 * Looks at skills as the app does: each file with the rules about files, then the skill with the
 * rules about the whole. Grammars are loaded first, because their time is no skill's.
 */
export async function createSkillLook(
  repository: string,
): Promise<(skill: SetSkill) => Promise<SkillLook>> {
  const wasm = dirname(
    createRequire(join(repository, 'package.json')).resolve('@vscode/tree-sitter-wasm'),
  );
  const grammars = createGrammars(
    (name) =>
      readFile(join(wasm, name === 'runtime' ? 'tree-sitter.wasm' : `tree-sitter-${name}.wasm`)),
    parsePatience,
  );
  for (const language of languages)
    if ((await grammars.parser(language)) === null) throw new Error(`no grammar of ${language}`);
  const kept = new Map<string, InspectedFile>();
  return async ({ id, files: given }) => {
    const folder = `skill://set/${encodeURIComponent(id)}`;
    const files = Object.entries(given).map(([path, content]) => {
      const bytes = Buffer.from(
        typeof content === 'string' ? content : content.base64,
        typeof content === 'string' ? 'utf8' : 'base64',
      );
      const uri = `${folder}/${path.split('/').map(encodeURIComponent).join('/')}`;
      return { path, uri, bytes, digest: sha256(bytes), size: bytes.length };
    });
    const looked = new Map<string, InspectedFile>();
    for (const file of files) {
      // Copies are looked at once, as in the app.
      const key = `${file.digest}\n${file.path}`;
      const copy = kept.get(key);
      if (copy !== undefined) {
        looked.set(file.uri, at(copy, file.uri));
        continue;
      }
      const since = performance.now();
      const { findings, notInspected, traces, facts } = await inspect(file, grammars);
      const isSlow = performance.now() - since > limits.inspectMs;
      const { uri, digest } = file;
      const one: InspectedFile = {
        ...{ digest, marks: new Map(), facts, ruleset, at: 0 },
        // The app gives up on such a file, and knows nothing about it.
        findings: isSlow ? [] : findings,
        traces: isSlow ? [] : traces,
        notInspected: isSlow
          ? [{ uri, digest, reason: 'too-slow', detail: 'over the time limit' }]
          : notInspected,
      };
      kept.set(key, one);
      looked.set(uri, one);
    }
    const main = files.find(({ path }) => path === 'SKILL.md');
    const parsed = main === undefined ? null : parseFrontmatter(main.bytes.toString());
    const frontmatter = parsed?.ok === true ? parsed.value.frontmatter : {};
    const entry: SkillEntry = {
      ...{ server: 'set', uri: `${folder}/SKILL.md`, dialect: 'skills-ext', origin: 'listed' },
      name: textOf(frontmatter['name']),
      description: textOf(frontmatter['description']),
      frontmatter,
      ...{ archives: [], integrity: 'manifest', alsoIn: [], problems: [] },
      raw: { frontmatter },
      files: {
        kind: 'listed',
        files: files.map(({ path, uri, digest, size }) => ({ path, uri, digest, size })),
      },
    };
    const held = inspected(listed({ entry, at: 0, ttlMs: null }), looked);
    const { findings, notInspected } = inspectionOf({ held, entry, record: null });
    return {
      findings: findings
        .filter(({ confidence }) => confidence !== 'low')
        .map(({ rule, severity, uri, excerpt }) => ({ rule, severity, uri, excerpt })),
      notInspected,
    };
  };
}

const at = (file: InspectedFile, uri: string): InspectedFile => ({
  ...file,
  findings: file.findings.map((finding) => ({ ...finding, uri })),
  notInspected: file.notInspected.map((gap) => ({ ...gap, uri })),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
