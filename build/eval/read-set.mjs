import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

/**
 * Reads a set of skills. A file is one JSON document: `{"skills": [{id, label, kind, files}]}` or the
 * list alone, where `files` has the text of each path, or `{"base64": …}`. A folder has its skills in
 * subfolders, and `labels.json` maps the path of each to `good` or `bad`, or to `{label, kind}`; a
 * list of `{id, label, kind}` works, too. Without labels, every skill counts as unlabeled.
 */
export function readSet(path) {
  const skills = statSync(path).isDirectory() ? skillsInFolder(path) : skillsInFile(path);
  if (skills.length === 0) throw new Error(`${path} has no skills`);
  return { name: basename(path), skills };
}

function skillsInFile(path) {
  const set = JSON.parse(readFileSync(path, 'utf8'));
  const skills = Array.isArray(set) ? set : set.skills;
  if (!Array.isArray(skills)) throw new Error(`${path} has no list called "skills"`);
  const ids = new Set();
  return skills.map(({ id, label = null, kind = null, files }) => {
    if (typeof id !== 'string' || ids.has(id)) throw new Error(`${path}: bad or repeated id ${id}`);
    if (typeof files?.['SKILL.md'] !== 'string') throw new Error(`${path}: ${id} has no SKILL.md`);
    ids.add(id);
    return { id, label: checkedLabel(label, id), kind, files };
  });
}

function skillsInFolder(folder) {
  const labels = labelsIn(folder);
  const skills = [...skillFolders(folder)].map((skill) => {
    const id = relative(folder, skill).split(sep).join('/') || basename(folder);
    const { label = null, kind = null } = labels.get(id) ?? {};
    labels.delete(id);
    return { id, label: checkedLabel(label, id), kind, files: filesIn(skill) };
  });
  if (labels.size > 0)
    throw new Error(`labels.json names folders without a skill: ${[...labels.keys()].join(', ')}`);
  return skills;
}

function labelsIn(folder) {
  const file = join(folder, 'labels.json');
  if (!existsSync(file)) return new Map();
  const labels = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    Array.isArray(labels)
      ? labels.map(({ id, ...label }) => [id, label])
      : Object.entries(labels).map(([id, label]) => [
          id,
          typeof label === 'string' ? { label } : label,
        ]),
  );
}

function checkedLabel(label, id) {
  if (label !== null && label !== 'good' && label !== 'bad')
    throw new Error(`the label of ${id} is neither good nor bad: ${JSON.stringify(label)}`);
  return label;
}

/** Folders with a SKILL.md, without nested ones. */
function* skillFolders(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name === 'SKILL.md')) {
    yield folder;
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules')
      yield* skillFolders(join(folder, entry.name));
}

const filesIn = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !relative(folder, file).split(sep).includes('.git'))
      .sort()
      .map((file) => [
        relative(folder, file).split(sep).join('/'),
        { base64: readFileSync(file).toString('base64') },
      ]),
  );
