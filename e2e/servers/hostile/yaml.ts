import type { Attack } from '../support/raw.ts';

const laughs = (levels: number): string => {
  const lines = ['a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]'];
  for (let level = 1; level < levels; level += 1)
    lines.push(
      `a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`,
    );
  return lines.join('\n');
};

/**
 * A skill whose SKILL.md starts with exactly this frontmatter, and whose entry says only name and
 * description.
 */
function yaml(
  about: string,
  frontmatter: string,
  options: {
    readonly ending?: string;
    readonly start?: string;
    readonly entry?: Record<string, unknown>;
  } = {},
): Attack {
  const ending = options.ending ?? '\n';
  const text =
    `${options.start ?? ''}---\nname: yaml\ndescription: Odd frontmatter\n${frontmatter}${frontmatter === '' ? '' : '\n'}---\n\n# Body\n`.replaceAll(
      '\n',
      ending,
    );
  return {
    about,
    skills: [
      {
        path: 'yaml',
        files: { 'SKILL.md': text },
        entry: { frontmatter: { name: 'yaml', description: 'Odd frontmatter', ...options.entry } },
      },
    ],
  };
}

/** Frontmatter that a careless parser accepts, expands, or reads differently. */
export const yamlAttacks: Readonly<Record<string, Attack>> = {
  'yaml-deep': yaml('20,000 levels of nesting', `deep: ${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  'yaml-aliases': yaml('an alias bomb', laughs(10)),
  'yaml-proto': yaml('a __proto__ key in the file', '__proto__:\n  polluted: true', {
    entry: JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>,
  }),
  'yaml-bom': yaml('a byte order mark before the frontmatter', '', { start: '\uFEFF' }),
  'yaml-crlf': yaml('CRLF line ends', 'license: MIT', {
    ending: '\r\n',
    entry: { license: 'MIT' },
  }),
  'yaml-tabs': yaml('tabs for indentation', 'metadata:\n\tversion: 1'),
  'yaml-duplicate-keys': yaml('a key twice', 'license: MIT\nlicense: Proprietary', {
    entry: { license: 'MIT' },
  }),
  'yaml-tag': yaml('a custom tag', 'value: !!js/function "function () { return 1 }"'),
};
