import { parse as parseToml, TomlError } from 'smol-toml';
import { parseDocument } from 'yaml';
import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import { parseJsonc } from './jsonc.ts';

/**
 * Reads a configuration in whichever of JSON, TOML (Codex) or YAML (goose) it is written in.
 * Gives plain data, or one sentence that says what is wrong and where. Never throws.
 */
export function parseConfiguration(text: string): Result<unknown, string> {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start === '') return err('nothing to read');
  if (/^[ \t]*\[[ \t]*"?mcp_servers"?[ \t]*[.\]]/m.test(text)) return readToml(text);
  if (!/^[{["/]/.test(start) && /^(?:extensions|mcpServers|servers)[ \t]*:/m.test(text))
    return readYaml(text);
  // `"label": { … }` without the braces around it: a fragment copied out of a file.
  if (start.startsWith('"')) {
    const wrapped = parseJsonc(`{${start}}`);
    if (wrapped.ok) return wrapped;
  }
  const json = parseJsonc(text);
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
  try {
    const document = parseDocument(text, { schema: 'core', uniqueKeys: true, logLevel: 'silent' });
    const first = document.errors[0];
    if (first !== undefined) {
      const at = first.linePos?.[0];
      return err(
        `This is not valid YAML: ${at === undefined ? first.code : `line ${at.line}, column ${at.col}`}.`,
      );
    }
    return ok(document.toJS({ maxAliasCount: limits.frontmatterAliases }) as unknown);
  } catch (error) {
    // `yaml` throws ReferenceError on an alias bomb and RangeError on endless nesting.
    if (error instanceof ReferenceError || error instanceof RangeError)
      return err('This is not valid YAML: it expands too far.');
    throw error;
  }
}
