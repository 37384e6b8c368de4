import { sha256 } from '../../digest.ts';
import { failureOn, guide } from '../../skill-state/held.fixture.ts';
import { remembering } from '../../skill-state/restored-state.ts';
import { announced, came } from '../../skill-state/serving-history.ts';
import { setRuleCases } from '../testing/set-cases.ts';
import { varying } from './listing.ts';

const [one, two] = [sha256('one'), sha256('two')];
const files = { 'SKILL.md': '# A\n', 'guide.md': 'one' };

setRuleCases(varying, {
  hits: [
    {
      name: 'a file with two contents',
      files,
      held: (held) =>
        came(came(held, [{ uri: guide, digest: one }]), [{ uri: guide, digest: two }]),
      says: `first ${one}, then ${two}`.slice(0, 100),
      at: 'guide.md',
    },
    {
      name: 'one that returned to the first content',
      files,
      held: (held) =>
        [one, two, one].reduce((now, digest) => came(now, [{ uri: guide, digest }]), held),
      says: two,
      at: 'guide.md',
    },
    {
      name: 'one that another client got with other content',
      files,
      held: (held) =>
        remembering(
          came(held, [{ uri: guide, digest: one }]),
          [],
          [failureOn(guide, '2026-11-22T00:00:00Z', { expected: one, actual: two })],
        ),
      says: `here ${one}`,
      at: 'guide.md',
    },
  ],
  misses: [
    {
      name: 'a file that is the same twice',
      files,
      held: (held) =>
        came(came(held, [{ uri: guide, digest: one }]), [{ uri: guide, digest: one }]),
    },
    {
      name: 'a change that the server announced',
      files,
      held: (held) =>
        came(announced(came(held, [{ uri: guide, digest: one }])), [{ uri: guide, digest: two }]),
    },
    {
      name: 'bytes that never matched, which is only a failed check',
      files,
      held: (held) =>
        remembering(
          held,
          [],
          [failureOn(guide, '2026-11-22T00:00:00Z', { expected: one, actual: two })],
        ),
    },
    {
      // anthropics/skills, skills/brand-guidelines (Apache-2.0), in other words
      name: 'a real skill that was read once',
      files: { 'SKILL.md': '# Brand\n\nUse these colours.\n' },
    },
  ],
});
