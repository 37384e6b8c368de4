import { parse, TomlError } from 'smol-toml';
import { err, ok } from '../../../shared/result.ts';
import { isRawEntry } from '../import/server-entry.ts';
import type { HostEntry, HostFormat } from './entry.ts';
import { type LinePair, rewritten } from './lines.ts';
import { type TomlStatement, tomlStatements } from './toml-statements.ts';

/** TOML, in which a server is a table with subtables (Codex). */
export const toml: HostFormat = {
  value(text) {
    try {
      return ok(parse(text));
    } catch (error) {
      if (error instanceof TomlError) return err(`line ${error.line}, column ${error.column}`);
      if (error instanceof RangeError) return err('nested too deeply');
      throw error;
    }
  },

  entries(text, { root }) {
    const value = toml.value(text);
    if (!value.ok) return err(`it is not valid TOML: ${value.error}`);
    const map = root.reduce<unknown>(
      (inside, key) => (isRawEntry(inside) && Object.hasOwn(inside, key) ? inside[key] : null),
      value.value,
    );
    if (!isRawEntry(map)) return ok([]);
    const statements = tomlStatements(text);
    return ok(
      Object.entries(map).flatMap(([label, entry]): HostEntry[] => {
        const path = [...root, label];
        return isRawEntry(entry)
          ? [{ path, label, project: '', value: entry, span: spanOf(statements, path) }]
          : [];
      }),
    );
  },

  through(text, path, span, gateway) {
    const inside = tomlStatements(text).filter(
      ({ start, end }) => start >= span.start && end <= span.end,
    );
    const pairs: LinePair[] = [];
    let table: TomlStatement | null = null;
    let main: TomlStatement | null = null;
    for (const statement of inside) {
      if (statement.kind !== 'pair') {
        table = statement;
        if (statement.key.length === path.length) main = statement;
      }
      const [key = ''] = (table?.key ?? []).slice(path.length);
      // A subtable such as `[mcp_servers.x.env]` is one pair of the entry.
      if (key !== '') pairs.push({ key, start: statement.start, end: statement.end });
      else if (statement.kind === 'pair')
        pairs.push({ key: statement.key[0] ?? '', start: statement.start, end: statement.end });
    }
    if (main === null) throw new Error('an entry without its own table');
    const newline = text.indexOf('\n', main.end);
    const [body, at] = newline === -1 ? [`${text}\n`, text.length + 1] : [text, newline + 1];
    return rewritten(body, at, pairs, gateway, {
      indent: '',
      command: 'command',
      line: (key, value) => `${key} = ${value}`,
      env: ({ env }) =>
        `{ ${Object.entries(env)
          .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
          .join(', ')} }`,
    });
  },

  hasComment: (piece) => piece.includes('#'),
};

/** One entry's tables, which must be adjacent; from its first header to its last value. */
function spanOf(statements: readonly TomlStatement[], path: readonly string[]): HostEntry['span'] {
  const name = path.join('.');
  const isOf = ({ key }: TomlStatement): boolean => path.every((part, at) => key[at] === part);
  const at: number[] = [];
  let table: TomlStatement | null = null;
  let own = false;
  for (const [index, statement] of statements.entries()) {
    if (statement.kind !== 'pair') {
      table = statement;
      own ||= statement.kind === 'table' && isOf(statement) && statement.key.length === path.length;
    }
    if (table !== null && isOf(table)) at.push(index);
  }
  const first = at[0] ?? 0;
  const last = at.at(-1) ?? 0;
  if (!own) return err(`it is not written as its own table [${name}]`);
  if (last - first + 1 !== at.length)
    return err(`its tables [${name}…] aren’t next to each other in the file`);
  const [start, end] = [statements[first]?.start ?? 0, statements[last]?.end ?? 0];
  return ok({ start, end });
}
