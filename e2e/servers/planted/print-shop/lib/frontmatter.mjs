/**
 * The part of YAML that our SKILL.md files use: `key: value`, one level of maps below a key, and
 * lists of plain values. Everything is a text, unless it is a number or true or false.
 */
export function frontmatter(text) {
  const lines = text.split('\n');
  if (lines[0] !== '---') throw new Error('a SKILL.md begins with ---');
  const end = lines.indexOf('---', 1);
  if (end < 0) throw new Error('the frontmatter has no end');

  const fields = {};
  let open = null;
  for (const line of lines.slice(1, end)) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    if (line.startsWith('  - ')) {
      if (!Array.isArray(fields[open])) fields[open] = [];
      fields[open].push(value(line.slice(4)));
      continue;
    }
    const [, indent, key, rest] = /^( *)([\w.-]+):(.*)$/.exec(line) ?? [];
    if (key === undefined) throw new Error(`cannot read the line ${JSON.stringify(line)}`);
    if (indent === '') {
      open = key;
      fields[key] = rest.trim() === '' ? {} : value(rest);
    } else fields[open][key] = value(rest);
  }
  return fields;
}

function value(written) {
  const text = written.trim();
  if (/^".*"$/.test(text)) return JSON.parse(text);
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
