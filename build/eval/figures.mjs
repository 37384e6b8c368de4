const severities = ['critical', 'high', 'medium', 'low', 'info'];
const reaches = (severity) => (skill) =>
  skill.findings.some(
    (found) => severities.indexOf(found.severity) <= severities.indexOf(severity),
  );
const count = (skills, severity) => skills.filter(reaches(severity)).length;

/** The figures of one set whose skills were looked at; `cpuMs` is the processor time for all. */
export function figuresOf({ name, skills, cpuMs }) {
  const [bad, good] = ['bad', 'good'].map((label) => skills.filter((one) => one.label === label));
  const unlabeled = skills.filter(({ label }) => label === null);
  const kinds = new Map();
  for (const one of [...bad, ...good]) {
    const key = JSON.stringify([one.label, one.kind ?? '']);
    kinds.set(key, [...(kinds.get(key) ?? []), one]);
  }
  return {
    set: name,
    skills: skills.length,
    ...sideOf('bad', bad),
    ...sideOf('good', good),
    ...sideOf('unlabeled', unlabeled),
    kinds: [...kinds]
      .map(([key, of]) => {
        const [label, kind] = JSON.parse(key);
        return {
          label,
          kind,
          skills: of.length,
          high: count(of, 'high'),
          medium: count(of, 'medium'),
        };
      })
      .sort((a, b) => (`${a.label} ${a.kind}` < `${b.label} ${b.kind}` ? -1 : 1)),
    missed: bad.filter((skill) => !reaches('high')(skill)).map(briefOf),
    alarmed: [...good, ...unlabeled].filter(reaches('medium')).map(briefOf),
    notInspected: skills.flatMap((one) =>
      one.notInspected.map(({ uri, reason, detail }) => ({ id: one.id, uri, reason, detail })),
    ),
    cpuSecondsPer100: Math.round((cpuMs / skills.length) * 100) / 1_000,
  };
}

const sideOf = (label, skills) =>
  skills.length === 0
    ? {}
    : {
        [label]: {
          skills: skills.length,
          high: count(skills, 'high'),
          medium: count(skills, 'medium'),
        },
      };

/** A skill with the rules that found something, the worst first. */
const briefOf = ({ id, kind, findings }) => ({
  id,
  kind,
  rules: [...findings]
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
    .filter(({ severity }) => severities.indexOf(severity) <= 2)
    .map(({ rule, severity, excerpt }) => ({ rule, severity, excerpt })),
});

/** The figures for people. */
export function linesOf(figures, { misses }) {
  const { bad, good, unlabeled, kinds, missed, alarmed, notInspected } = figures;
  const lines = [
    `${figures.set}: ${figures.skills} skill${figures.skills === 1 ? '' : 's'}`,
    ...sideLines('bad, seen', bad),
    ...sideLines('good, alarmed', good),
    ...sideLines('unlabeled, alarmed', unlabeled),
    `not inspected: ${notInspected.length} files or parts`,
    `CPU: ${figures.cpuSecondsPer100.toFixed(1)} seconds per 100 skills`,
  ];
  if (kinds.length > 0) {
    lines.push('', 'label  skills  high  medium  kind');
    for (const { label, kind, skills, high, medium } of kinds)
      lines.push(
        `${label.padEnd(5)}${pad(skills, 8)}${pad(high, 6)}${pad(medium, 8)}  ${kind || '-'}`,
      );
  }
  // Without labels, the skills with a high finding are all there is to look at.
  const isPlain = bad === undefined && good === undefined;
  const isHigh = ({ rules }) => rules.some(({ severity }) => severity !== 'medium');
  if (misses) lines.push(...briefLines('bad, below high', missed));
  if (misses || isPlain)
    lines.push(...briefLines('alarmed at high or above', alarmed.filter(isHigh)));
  if (misses)
    lines.push(
      ...briefLines(
        'alarmed at medium',
        alarmed.filter((one) => !isHigh(one)),
      ),
    );
  return lines;
}

const pad = (value, width) => String(value).padStart(width);
const sideLines = (words, side) =>
  side === undefined
    ? []
    : [
        `${words} at high or above: ${side.high} of ${side.skills}`,
        `${words} at medium or above: ${side.medium} of ${side.skills}`,
      ];

const briefLines = (title, skills) =>
  skills.length === 0
    ? []
    : [
        '',
        `${title}: ${skills.length}`,
        ...skills.flatMap(({ id, kind, rules }) => [
          `  ${id}${kind ? ` (${kind})` : ''}`,
          ...rules.map(({ rule, severity, excerpt }) => `    ${severity} ${rule} | ${excerpt}`),
        ]),
      ];
