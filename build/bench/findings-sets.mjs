import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { against, rounded } from './numbers.mjs';

const severities = ['critical', 'high', 'medium', 'low', 'info'];
const atLeast = (severity, wanted) => severities.indexOf(severity) <= severities.indexOf(wanted);

/**
 * Each folder in `SKILLGATE_CORPORA` is a set, printed by name and never part of the repository. A
 * skill is a folder with a SKILL.md. Below a folder called `malicious`, a high or critical finding
 * is expected; below `benign` and without either, nothing above medium. Folded findings (low
 * confidence) don't count.
 */
export async function measureSets({ looking, say }) {
  const home = process.env['SKILLGATE_CORPORA'];
  if (home === undefined || home === '')
    return { notMeasured: 'SKILLGATE_CORPORA names no folder with sets of skills' };
  const sets = [];
  for (const set of readdirSync(home).sort()) {
    const skills = [];
    for (const folder of skillFolders(join(home, set)))
      skills.push(await lookAt(looking, join(home, set), folder));
    if (skills.length === 0) continue;
    sets.push(figuresOf(set, skills));
    say(`findings: ${skills.length} skills of ${set}`);
  }
  return sets;
}

function figuresOf(set, skills) {
  const expected = skills.filter(({ label }) => label === 'malicious');
  const ordinary = skills.filter(({ label }) => label !== 'malicious');
  const worst = ({ findings }) => findings.map(({ severity }) => severity);
  const seen = expected.filter((skill) => worst(skill).some((one) => atLeast(one, 'high')));
  const cried = ordinary.filter((skill) => worst(skill).some((one) => atLeast(one, 'high')));
  const noticed = ordinary.flatMap(worst).filter((one) => atLeast(one, 'medium')).length;
  return {
    set,
    ...(expected.length === 0
      ? {}
      : {
          malicious: {
            skills: expected.length,
            recallAtHigh: rounded(seen.length / expected.length),
            missed: missedByKind(expected.filter((skill) => !seen.includes(skill))),
            met: seen.length / expected.length >= 0.9,
          },
        }),
    ...(ordinary.length === 0
      ? {}
      : {
          ordinary: {
            skills: ordinary.length,
            overMedium: cried.map(({ name, findings }) => ({
              name,
              rules: findings
                .filter(({ severity }) => atLeast(severity, 'high'))
                .map(({ rule }) => rule),
            })),
            critical: ordinary.flatMap(worst).filter((one) => one === 'critical').length,
            mediumOrAboveEach: against(noticed / ordinary.length, 0.3),
          },
        }),
    notInspected: skills.reduce((sum, { gaps }) => sum + gaps, 0),
  };
}

/** Counts per kind: the part of a specimen's name before its number. */
function missedByKind(skills) {
  const kinds = {};
  for (const { specimen } of skills) {
    const kind = specimen.replace(/_?\d+$/, '');
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

/** Folders with a SKILL.md, without nested ones. */
function* skillFolders(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name === 'SKILL.md')) {
    yield folder;
    return;
  }
  for (const entry of entries)
    if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules')
      yield* skillFolders(join(folder, entry.name));
}

async function lookAt(looking, set, folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: relative(folder, file).split(sep).join('/'),
      base64: readFileSync(file).toString('base64'),
    }));
  const said = await looking.ask({ files });
  const parts = relative(set, folder).split(sep);
  const label = parts.find((part) => part === 'malicious' || part === 'benign') ?? null;
  return {
    name: relative(dirname(set), folder),
    // The folder below the label, if any.
    specimen: label === null ? basename(folder) : (parts[parts.indexOf(label) + 1] ?? ''),
    label,
    findings: said
      .flatMap(({ findings }) => findings)
      .filter(({ confidence }) => confidence !== 'low'),
    gaps: said.reduce((sum, { notInspected }) => sum + notInspected.length, 0),
  };
}
