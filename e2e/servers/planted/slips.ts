/** One slip of an author, in one file of a server that keeps every rule without it. */
export interface Slip {
  /** Its name in `../defects/official.ts`. */
  readonly defect: string;
  readonly file: string;
  /** What stands there when it is right, once in the file. */
  readonly right: string;
  readonly slip: string;
  /** What finds it, and where: the first place that is told. */
  readonly check: string;
  readonly at: string;
}

export type PlantedServer = 'print-shop' | 'tool-library' | 'observatory';

/**
 * Three servers as their authors might have written them: Node over stdio from a folder, Node over
 * HTTP from a table, Python over stdio from a folder and an archive. Five defects for each were
 * drawn with the seeds 201, 202 and 203 (`build/bench/draw`), and the slips written afterwards.
 */
export const slips: Readonly<Record<PlantedServer, readonly Slip[]>> = {
  'print-shop': [
    {
      defect: 'file-as-directory',
      file: 'lib/directory.mjs',
      right: 'if (folders.size + files.length === 0)',
      slip: 'if (![...catalogue.files.keys()].some((file) => file.startsWith(uri)))',
      check: 'sep-2640-directory-read-invalid-params',
      at: 'skill://bindery/perfect-binding/SKILL.md',
    },
    {
      defect: 'digest-uppercase',
      file: 'lib/manifest.mjs',
      right: ".join('');",
      slip: ".join('').toUpperCase();",
      check: 'sep-2640-resources-digest-format',
      at: 'skill://bindery/perfect-binding/SKILL.md',
    },
    {
      defect: 'names-collide',
      file: 'lib/scan.mjs',
      right: "path.split('/').some((name) => name.startsWith('_') || name.startsWith('.'))",
      slip: "path.startsWith('_') || path.startsWith('.')",
      check: 'sep-2640-names-should-be-unique',
      at: 'skill://office/quote/SKILL.md',
    },
    {
      // Cursors of folders alone have a colon in what stands before the place.
      defect: 'directory-cursor',
      file: 'lib/paging.mjs',
      right: "text.lastIndexOf(':')",
      slip: "text.indexOf(':')",
      check: 'skillgate/directory-agrees',
      at: 'skill://office/complaints',
    },
    {
      defect: 'cursor-repeats',
      file: 'lib/catalogue.mjs',
      right: 'const next = Number(cursor) + 1;',
      slip: 'const next = Math.min(Number(cursor) + 1, this.pages.length);',
      check: 'sep-2640-skills-list-pagination',
      at: 'skills/list',
    },
  ],
  'tool-library': [
    {
      defect: 'bad-name',
      file: 'src/words.mjs',
      right: "title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')",
      slip: "inSentence(title).replaceAll(/[^A-Za-z0-9]+/g, '-')",
      check: 'sep-2640-name-naming-rules',
      at: 'skill://building/LED-floodlight/SKILL.md',
    },
    {
      // Two tools have none of their own and take their shelf's.
      defect: 'no-description',
      file: 'src/skills.mjs',
      right: 'frontmatter: { name, description,',
      slip: 'frontmatter: { name, description: tool.about,',
      check: 'sep-2640-entry-frontmatter-required',
      at: 'skill://garden/hedge-trimmer/SKILL.md',
    },
    {
      defect: 'resource-name',
      file: 'src/methods.mjs',
      right: '{ name: skill.name, description: skill.description }',
      slip: '{ title: skill.name, description: skill.description }',
      check: 'sep-2640-skillmd-metadata-name',
      at: 'skill://garden/hedge-trimmer/SKILL.md',
    },
    {
      defect: 'digest-uppercase',
      file: 'src/digests.mjs',
      right: "update(bytes).digest('hex');",
      slip: "update(bytes).digest('hex').toUpperCase();",
      check: 'sep-2640-resources-digest-format',
      at: 'skill://garden/hedge-trimmer/SKILL.md',
    },
    {
      defect: 'no-resources-capability',
      file: 'src/discover.mjs',
      right: 'if (`${area}/list` in methods)',
      slip: 'if (area in methods)',
      check: 'sep-2640-capability-requires-resources',
      at: 'capabilities.resources',
    },
  ],
  observatory: [
    {
      defect: 'too-large',
      file: 'skillbox/sources.py',
      right: 'getinfo(path).file_size',
      slip: 'getinfo(path).compress_size',
      check: 'sep-2640-limit-total-size',
      at: 'skill://packed/coast/sky-brightness/SKILL.md',
    },
    {
      defect: 'no-get',
      file: 'skillbox/methods.py',
      right: '@method("skills/get")',
      slip: '@method("skill/get")',
      check: 'sep-2640-skills-get-implemented',
      at: 'skill://dome/calibrate/SKILL.md',
    },
    {
      defect: 'resource-description',
      file: 'skillbox/resources.py',
      right: '"description": skill.description',
      slip: '"title": skill.description',
      check: 'sep-2640-skillmd-metadata-description',
      at: 'skill://dome/calibrate/SKILL.md',
    },
    {
      // What comes out of the archive has a path of its own, always.
      defect: 'names-collide',
      file: 'skillbox/library.py',
      right: 'if skill.name in taken:',
      slip: 'if skill.path in taken:',
      check: 'sep-2640-names-should-be-unique',
      at: 'skill://packed/coast/calibrate/SKILL.md',
    },
    {
      defect: 'declared-in-envelope',
      file: 'skillbox/declare.py',
      right: 'return {identifier: settings}',
      slip: 'return {identifier: {"config": settings}}',
      check: 'sep-2640-capability-declaration-inline',
      at: 'capabilities.extensions["io.modelcontextprotocol/skills"].config',
    },
  ],
};
