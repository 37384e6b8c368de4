import { parse as parseToml, TomlError } from 'smol-toml';
import { err, ok, type Result } from '../../../shared/result.ts';
import { parseJsonc, type DuplicateKey } from './jsonc.ts';
import { plainOf, yamlDocument } from './yaml-document.ts';

/**
 * Reads a configuration in JSON, TOML (Codex) or YAML (goose). Returns plain data, or one sentence
 * with what is wrong and where. Never throws. `format` if known; `twice` as in `parseJsonc`.
 */
export function parseConfiguration(
  text: string,
  format: 'json' | 'toml' | 'yaml' | null = null,
  twice?: DuplicateKey[],
): Result<unknown, string> {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (format === 'toml') return readToml(text.replace(/^\uFEFF/, ''));
  if (format === 'yaml') return readYaml(text);
  if (start === '') return err('nothing to read');
  if (format === 'json') return readJson(text, twice);
  if (/^[ \t]*\[[ \t]*"?mcp_servers"?[ \t]*[.\]]/m.test(text)) return readToml(text);
  if (!/^[{["/]/.test(start) && /^(?:extensions|mcpServers|servers)[ \t]*:/m.test(text))
    return readYaml(text);
  // `"label": { … }` without the outer braces: a fragment copied out of a file.
  if (start.startsWith('"')) {
    const wrapped = parseJsonc(`{${start}}`, twice);
    if (wrapped.ok) return wrapped;
  }
  return readJson(text, twice);
}

function readJson(text: string, twice?: DuplicateKey[]): Result<unknown, string> {
  const json = parseJsonc(text, twice);
  return json.ok ? json : err(`This is not valid JSON: ${json.error}.`);
}

function readToml(text: string): Result<unknown, string> {
  try {
    return ok(parseToml(text));
  } catch (error) {
    if (error instanceof TomlError)
      return err(`This is not valid TOML: line ${error.line}, column ${error.column}.`);
    if (error instanceof RangeError) return err('This is not valid TOML: nested too deeply.');
    throw error;
  }
}

function readYaml(text: string): Result<unknown, string> {
  const document = yamlDocument(text);
  const value = document.ok ? plainOf(document.value) : document;
  return value.ok ? value : err(`This is not valid YAML: ${value.error}.`);
}
