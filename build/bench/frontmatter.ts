import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { linksIn } from '../../electron/core/links.ts';
import { mentionedUris } from '../../electron/core/dialects/listing/unlisted-skill.ts';
import { parseFrontmatter } from '../../electron/core/frontmatter/frontmatter.ts';
import { plainMapping } from '../../electron/core/frontmatter/plain-mapping.ts';
import { costlyTexts, honestText } from '../../electron/core/frontmatter/testing/costly.ts';
import { cpuCost } from '../../electron/core/testing/cpu-cost.ts';
import { yamlMapping } from '../../electron/core/frontmatter/yaml-mapping.ts';

// `frontmatter.mjs cost`: what reading frontmatter costs, honest and hostile. `frontmatter.mjs count
// FOLDER`: how many SKILL.md below the folder are refused, and why. Prints one line of JSON.
const [task, folder = ''] = process.argv.slice(2);
console.log(JSON.stringify(task === 'count' ? countRefusals(folder) : costs()));

function costs() {
  const size = 65_400;
  const file = (yaml: string): string => `---\n${yaml}---\n`;
  const honest = cpuCost(() => parseFrontmatter(file(honestText(size))));
  const hostile = Object.entries(costlyTexts(size)).map(
    ([name, yaml]) => [name, cpuCost(() => parseFrontmatter(file(yaml)))] as const,
  );
  const [worst, worstMs] = hostile.toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
  // As `skills.mjs` serves it, like real skills.
  const usual =
    'name: refund-1\ndescription: "Use this to refund: reads what the person names, compares it with the rules and reports the differences."\nlicense: MIT\nmetadata:\n  version: "1.0"\n  team: "billing"\n';
  const times = 2_000;
  const many = (run: () => unknown) => () => {
    for (let at = 0; at < times; at += 1) run();
  };
  const plain = cpuCost(many(() => plainMapping(usual))) / times;
  const library = cpuCost(many(() => yamlMapping(usual))) / times;
  const mebibyte = 1 << 20;
  return {
    honestMs: honest,
    worst,
    worstMs,
    worstOverHonest: worstMs / honest,
    plainUs: plain * 1_000,
    libraryUs: library * 1_000,
    libraryOverPlain: library / plain,
    /** What ten thousand skills would cost without the plain reader. */
    savedOf10000Ms: (library - plain) * 10_000,
    linksMs: Math.max(
      ...[']((', '](<', '](a', '[](a)', '](\t\t\t\t\t\t\t\t'].map((unit) =>
        cpuCost(() => linksIn(unit.repeat(mebibyte / unit.length))),
      ),
    ),
    mentionedMs: Math.max(
      ...['a://', 'a://x/SKILL.md', 'a://b/SKILL.md ', 'a', ':', '://'].map((unit) =>
        cpuCost(() => mentionedUris(unit.repeat(mebibyte / unit.length))),
      ),
    ),
  };
}

function countRefusals(root: string) {
  const reasons: Record<string, number> = { accepted: 0 };
  let plain = 0;
  let files = 0;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name !== 'SKILL.md') continue;
    files += 1;
    const parsed = parseFrontmatter(readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    const reason = parsed.ok ? 'accepted' : parsed.error.reason;
    reasons[reason] = (reasons[reason] ?? 0) + 1;
    if (parsed.ok && plainMapping(parsed.value.yaml) !== null) plain += 1;
  }
  return {
    files,
    /** Of the accepted ones: read without the library. */
    plain,
    reasons: Object.fromEntries(Object.entries(reasons).toSorted(([, a], [, b]) => b - a)),
  };
}
