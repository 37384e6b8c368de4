import { archiveRefused } from '../../skill-state/read.ts';
import { problem } from '../../problem.ts';
import { setRuleCases } from '../testing/set-cases.ts';
import { foreignKind } from './unexpected-files.ts';

const archive = 'https://x.example/a.tar.gz';
const digest = `sha256:${'0'.repeat(64)}`;
const refusedFor = (words: string) => ({
  archive,
  check: 'archive' as const,
  problem: problem('archive-refused', `The archive is refused ${words}`),
});

setRuleCases(foreignKind, {
  hits: [
    {
      name: 'a file on this machine',
      entry: {
        files: [{ path: 'a', uri: 'file:///etc/passwd', digest, size: 1 }],
      },
      says: 'file:///etc/passwd',
      at: 'resources',
    },
    {
      name: 'a file on another site than its SKILL.md',
      entry: {
        uri: 'https://x.example/skills/a/SKILL.md',
        files: [
          { path: 'SKILL.md', uri: 'https://x.example/skills/a/SKILL.md', digest, size: 1 },
          { path: 'b', uri: 'https://x.example.evil.example/skills/a/b', digest, size: 1 },
        ],
      },
      says: 'https://x.example.evil.example/skills/a/b',
      at: 'resources',
    },
    {
      name: 'an archive refused for a link',
      entry: { files: 'unknown', archives: [{ url: archive, digest }] },
      held: (held) =>
        archiveRefused(held, held, refusedFor('(link-outside): A link leaves the root.')),
      says: 'leaves the root',
      at: 'archives',
    },
    {
      name: 'an archive at an address without a digest',
      entry: { files: 'unknown', archives: [{ url: archive }] },
      says: archive,
      at: 'archives',
    },
    {
      name: 'links inside an archive, rated medium',
      entry: { files: 'unknown', archives: [{ url: archive, digest }] },
      held: (held) => ({
        ...held,
        notes: [problem('archive-contents', 'The archive has what is shown: a → b.')],
      }),
      says: 'a → b',
      at: 'archives',
      severity: 'medium',
    },
  ],
  misses: [
    { name: "the server's own files", unread: ['SKILL.md', 'a.sh'] },
    {
      name: 'a skill that a site serves at its own addresses, as with .well-known',
      entry: {
        uri: 'https://x.example/.well-known/skills/a/SKILL.md',
        files: [
          {
            path: 'SKILL.md',
            uri: 'https://x.example/.well-known/skills/a/SKILL.md',
            digest,
            size: 1,
          },
          { path: 'b', uri: 'https://x.example/.well-known/skills/a/b', digest, size: 1 },
        ],
      },
    },
    {
      name: 'the files of an archive with a digest',
      entry: {
        archives: [{ url: archive, digest }],
        files: [{ path: 'SKILL.md', uri: `${archive}#SKILL.md`, digest, size: 1 }],
      },
    },
    {
      name: 'an archive refused for another reason',
      entry: { files: 'unknown', archives: [{ url: archive, digest }] },
      held: (held) => archiveRefused(held, held, refusedFor('(ratio): It unpacks to too much.')),
    },
    {
      // anthropics/skills, skills/xlsx (Apache-2.0), in other words
      name: 'a real skill',
      files: { 'SKILL.md': '# Sheets\n' },
      unread: ['scripts/recalc.py'],
    },
  ],
});
