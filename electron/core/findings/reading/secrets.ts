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

/**
 * What every match of the library has. Without any of it, the library isn't started, which takes
 * most of its time on most files.
 */
const signs = new RegExp(
  [
    String.raw`PRIVATE KEY|access_?key["']?\s*[:=]`,
    String.raw`://[-\w]{1,256}:[-\w]{1,256}@|(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?)://`,
    String.raw`gh[oprsu]_\w{36}|github_pat_|x-oauth-basic|glpat-|npm_\w{36}|_authToken=|dckr_pat_`,
    String.raw`xox[abopr]-|xapp-|hooks\.slack\.com|SG\.\w{1,128}\.|shp(?:pa|ca|at|ss)_|figd_`,
    String.raw`T3BlbkFJ|sk-ant-api|gsk_[a-z\d]{52}|hf_[a-z]{34}|lin_api_|ntn_\d{11}|ops_ey`,
    String.raw`gl(?:c|sa)_|hv[bsr]\.|vc[aipkr]_[a-z\d]{20}|dapi[a-f\d]{32}`,
  ].join('|'),
  'i',
);

/** Secrets in a text, in order; null if the text is too long to search. */
export async function secretsIn(path: string, text: string): Promise<SecretMatch[] | null> {
  if (text.length > longest) return null;
  if (!signs.test(text)) return [];
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
