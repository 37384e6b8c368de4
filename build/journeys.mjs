/**
 * What a run of the journeys must come to, beyond that none failed: a journey that silently
 * vanishes is a failure.
 */

/** Every journey of a Playwright report, however deep its describe blocks go. */
function journeysIn(suite) {
  return [
    ...(suite.suites ?? []).flatMap(journeysIn),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        name: `${spec.file} › ${spec.title}`,
        tags: spec.tags ?? [],
        shell: test.projectName,
        skipped: test.status === 'skipped',
        reason: test.annotations.find(({ type }) => type === 'skip')?.description,
      })),
    ),
  ];
}

const has = ({ tags }, tag) => tags.some((one) => `@${one.replace(/^@/, '')}` === tag);

/** The files whose journeys have no window, and so no second shell. */
const windowless = /^(?:host|[a-z]+-package)\.spec\.ts /;

/**
 * Judges a report against `least`, the number of journeys that each shell must have run. Gives
 * `lines` to print and `problems`, each one line. A shell that this machine cannot run at all is
 * no problem, and said, as is one of Chromium's developer tools, which not every build of it has; any
 * other journey that was skipped is one.
 */
export function judgeJourneys(report, least) {
  const all = journeysIn(report);
  const lines = [];
  const problems = [];
  const ran = {};
  for (const shell of Object.keys(least)) {
    const here = all.filter((one) => one.shell === shell);
    const skipped = here.filter((one) => one.skipped);
    ran[shell] = here.filter((one) => !one.skipped);
    const reasons = [...new Set(skipped.map(({ reason }) => reason ?? 'no reason given'))];
    if (here.length > 0 && skipped.length === here.length && reasons.length === 1) {
      lines.push(`no journey ran in ${shell}: ${reasons[0]}`);
      ran[shell] = null;
      continue;
    }
    lines.push(`${ran[shell].length} journeys ran in ${shell}, ${skipped.length} were skipped`);
    const excused = skipped.filter((one) => has(one, '@developer-tools'));
    for (const one of skipped)
      (excused.includes(one) ? lines : problems).push(
        `skipped in ${shell}: ${one.name} (${one.reason ?? 'no reason given'})`,
      );
    if (ran[shell].length + excused.length < least[shell])
      problems.push(`${shell} ran ${ran[shell].length} journeys, and there were ${least[shell]}`);
  }
  problems.push(...onlyInOne(ran, 'browser', 'electron', '@browser'));
  problems.push(...onlyInOne(ran, 'electron', 'browser', '@window'));
  return { lines, problems };
}

/** What ran in one shell and not in the other, unless its tag or its file says why. */
function onlyInOne(ran, here, there, tag) {
  if (!ran[here] || !ran[there]) return [];
  const others = new Set(ran[there].map(({ name }) => name));
  return ran[here]
    .filter(({ name, tags }) => !has({ tags }, tag) && !windowless.test(name) && !others.has(name))
    .map(({ name }) => `ran in ${here} and not in ${there}: ${name}`);
}
