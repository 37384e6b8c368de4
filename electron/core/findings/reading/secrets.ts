import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

/** What reads as a key or a token that somebody uses. Offsets in UTF-16 units. */
export interface SecretMatch {
  readonly start: number;
  readonly end: number;
  /** Whose or what kind: `github`, `aws`, `privatekey`. */
  readonly kind: string;
}

// It would keep twenty marks of each text for good, and search all of them at each new one.
secretLintProfiler.mark = () => {};

const rules = [{ id: 'recommended', rule: creator }];
/** In a longer text nobody looks for secrets: the library's expressions are not all linear. */
const longest = 512 * 1024;

/** Secrets in a text, in its order; null where the text is too long to be looked through. */
export async function secretsIn(path: string, text: string): Promise<SecretMatch[] | null> {
  if (text.length > longest) return null;
  const { messages } = await lintSource({
    source: { content: text, filePath: `/${path}`, ext: '', contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules } },
  });
  return messages
    .map(({ range: [start, end], ruleId }) => ({
      start,
      end,
      kind: ruleId.replace(/^@secretlint\/secretlint-rule-/, ''),
    }))
    .sort((a, b) => a.start - b.start);
}
