import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

/** Something that looks like a real key or token. Offsets are UTF-16 units. */
export interface SecretMatch {
  readonly start: number;
  readonly end: number;
  /** Its service or kind: `github`, `aws`, `privatekey`. */
  readonly kind: string;
}

// It would keep twenty marks of each text forever, and search all of them for each new one.
secretLintProfiler.mark = () => {};

const rules = [{ id: 'recommended', rule: creator }];
/** The longest text that is searched, because not all of the library's expressions are linear. */
const longest = 512 * 1024;

/** Secrets in a text, in order; null if the text is too long to search. */
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
