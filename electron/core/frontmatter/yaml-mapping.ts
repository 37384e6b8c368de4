import { Composer, isMap, type CST } from 'yaml';
import type { Result } from '../../../shared/result.ts';
import { jsonObjectOf } from './json-value.ts';
import { NodeRules } from './node-rules.ts';
import { refuse, type FrontmatterRefusal } from './refusal.ts';
import { tokensOf } from './tokens.ts';

const invalid = (why: string, yaml = '', at: number | null = null) =>
  refuse('yaml', `The frontmatter is not valid YAML: ${why}.`, yaml, at);

/**
 * One YAML mapping as JSON, parsed by the library with the 1.2 core schema; refuses everything in
 * `refusalClauses`. `yaml` has LF line endings and has passed `splitAtFences`.
 */
export function yamlMapping(yaml: string): Result<Record<string, unknown>, FrontmatterRefusal> {
  const tokens = tokensOf(yaml);
  if (!tokens.ok) return tokens;
  try {
    const [document, second] = compose(tokens.value, yaml.length);
    if (document === undefined) return refuse('not-a-mapping', 'The frontmatter is empty.');
    if (second !== undefined)
      return refuse('document', 'The frontmatter contains more than one YAML document.');
    const fault = document.errors[0] ?? document.warnings[0];
    if (fault !== undefined) return invalid(fault.message, yaml, fault.pos[0]);
    const broken = new NodeRules(document.contents, yaml).check();
    if (broken !== null) return broken;
    if (!isMap(document.contents))
      return refuse('not-a-mapping', 'The frontmatter is not a mapping of fields to values.');
    return jsonObjectOf(document);
  } catch (error) {
    return invalid(error instanceof Error ? error.message : 'unreadable');
  }
}

/**
 * Composes the library's documents without stack traces: it creates an error for every wrong token,
 * and a text with only such tokens would cost five times as much.
 */
function compose(tokens: readonly CST.Token[], length: number) {
  const traced = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    const composer = new Composer({
      version: '1.2',
      schema: 'core',
      merge: false,
      uniqueKeys: false,
      strict: true,
      stringKeys: false,
      prettyErrors: false,
    });
    return [...composer.compose(tokens, true, length)];
  } finally {
    Error.stackTraceLimit = traced;
  }
}
