import { describe, expect, it } from 'vitest';
import { identityKey } from '../../core/decisions/identity.ts';
import {
  entryOf,
  failed,
  failureOn,
  file,
  identity,
  recordOn,
  unvouched,
  verified,
} from '../../core/skill-state/held.fixture.ts';
import { begin, guide, stage, uri } from './testing/stage.ts';

type Stage = ReturnType<typeof stage>;
type Happen = Stage['happen'];

const first = entryOf();
const other = entryOf({ files: [file('SKILL.md', 'main'), file('guide.md', 'new')] });
const moving = entryOf({ files: 'dynamic' });
const archived = unvouched({ archives: [{ url: 'skill://a.zip' }] });
const denyAll = [
  { name: 'nothing of acme', effect: 'deny', server: { url: 'https://acme.example/**' } },
];
const digests = [{ path: 'SKILL.md', uri, digest: `sha256:${'a'.repeat(64)}` }];
const counts = (added: number, removed: number, modified: number): string =>
  `${added} added, ${removed} removed, ${modified} modified`;

/** What happens, then the standing, what the windows hear and what is written, for each step. */
type Step = readonly [
  (happen: Happen) => void,
  standing: string | null,
  events: readonly string[],
  written?: readonly string[],
];

const put = 'skills-put';
const withServer = ['skills-put', 'server-put'];
const gone = ['skills-removed', 'server-put'];

const stories: Readonly<Record<string, readonly Step[]>> = {
  'listed, read and approved in another window': [
    [(happen) => happen.list(first), 'undecided', withServer],
    [(happen) => happen.read(uri, verified), 'undecided', ['verdict', put]],
    [(happen) => happen.read(guide, verified), 'undecided', ['verdict', put]],
    [(happen) => happen.decideElsewhere('approved'), 'approved', withServer],
    [(happen) => happen.decideElsewhere('denied'), 'denied', withServer],
    [(happen) => happen.decideElsewhere('none'), 'undecided', withServer],
  ],
  'served differently, and the old content back': [
    [(happen) => happen.list(first), 'undecided', withServer],
    [(happen) => happen.decideElsewhere('approved'), 'approved', withServer],
    [
      (happen) => happen.list(other),
      'changed',
      [put],
      [`changed-seen ${counts(0, 0, 1)}; the approval is no longer valid`],
    ],
    [(happen) => happen.list(first), 'changed', [put], [`changed-seen ${counts(0, 0, 0)}`]],
    // The same again is nothing new.
    [(happen) => happen.list(first), 'changed', [put]],
    [(happen) => happen.decideElsewhere('approved'), 'approved', withServer],
  ],
  'a failure, and what it takes to clear it': [
    [(happen) => happen.list(first), 'undecided', withServer],
    [
      (happen) => happen.read(guide, failed()),
      'refused',
      ['verdict', put],
      [`verification-failed ${guide}: digest, expected sha256:a, got sha256:b`],
    ],
    [(happen) => happen.read(guide, verified), 'refused', ['verdict', put]],
    [(happen) => happen.list(first), 'refused', [put]],
    [
      (happen) => happen.read(guide, verified),
      'undecided',
      [put],
      [`verification-cleared ${guide}`],
    ],
  ],
  'a failure that another program saw': [
    [(happen) => happen.list(first), 'undecided', withServer],
    [(happen) => happen.read(guide, verified), 'undecided', ['verdict', put]],
    [
      (happen) => happen.failElsewhere(failureOn(guide, new Date(begin + 1).toISOString())),
      'refused',
      [put],
    ],
    [(happen) => happen.read(guide, verified), 'refused', [put]],
    [(happen) => happen.pass(10), 'refused', []],
    [(happen) => happen.list(first), 'refused', [put]],
    [
      (happen) => happen.read(guide, verified),
      'undecided',
      [put],
      [`verification-cleared ${guide}`],
    ],
  ],
  'an answer that comes after a fresh entry': [
    [(happen) => happen.list(first), 'undecided', withServer],
    [(happen) => happen.ask(), 'undecided', []],
    [(happen) => happen.list(other), 'undecided', [put]],
    [(happen) => happen.read(guide, failed()), 'undecided', []],
  ],
  'an approval that runs out, looked at or not': [
    [(happen) => happen.list(first), 'undecided', withServer],
    [
      (happen) =>
        happen.decideElsewhere('approved', { expiresAt: new Date(begin + 1_000).toISOString() }),
      'approved',
      withServer,
    ],
    [(happen) => happen.pass(999), 'approved', []],
    [
      (happen) => happen.pass(1),
      'expired',
      [put],
      [`expired ${new Date(begin + 1_000).toISOString()}`],
    ],
    [(happen) => happen.list(first), 'expired', [put]],
  ],
  'a policy that appears and goes': [
    [(happen) => happen.list(first), 'undecided', withServer],
    [(happen) => happen.decideElsewhere('approved'), 'approved', withServer],
    [
      (happen) => happen.setPolicy(denyAll),
      'blocked',
      [put],
      ['policy-applied /policy.json, sha256:p: nothing of acme'],
    ],
    // Another set under a policy that blocks it is another set all the same.
    [
      (happen) => happen.list(other),
      'blocked',
      [put],
      ['changed-seen another set; the approval is no longer valid'],
    ],
    [(happen) => happen.setPolicy(null), 'changed', [put], [`changed-seen ${counts(0, 0, 1)}`]],
  ],
  'dynamic content for a session': [
    [(happen) => happen.list(moving), 'undecided', withServer],
    [(happen) => happen.allowSession(), 'session', [put]],
    [(happen) => happen.list(moving), 'session', [put]],
    [(happen) => happen.decideElsewhere('denied'), 'denied', withServer],
    [(happen) => happen.decideElsewhere('none'), 'undecided', withServer],
    [(happen) => happen.allowSession(), 'session', [put]],
    [(happen) => happen.list(first), 'undecided', [put]],
    [(happen) => happen.list(moving), 'undecided', [put]],
  ],
  'read whole, approved, and refused': [
    [(happen) => happen.list(archived), 'undecided', withServer],
    [(happen) => happen.readAll(digests), 'undecided', ['verdict', put]],
    [
      (happen) => happen.decideElsewhere('approved', { integrity: 'self-computed' }),
      'approved',
      withServer,
    ],
    [
      (happen) => happen.refuse(),
      'refused',
      [put],
      ['verification-failed skill://a.zip: archive, expected nothing, got nothing'],
    ],
    [(happen) => happen.readAll(digests), 'refused', [put]],
    [(happen) => happen.list(archived), 'refused', [put]],
    [
      (happen) => happen.readAll(digests),
      'approved',
      [put],
      ['verification-cleared skill://a.zip'],
    ],
  ],
  'withdrawn, and listed again': [
    [(happen) => happen.list(first), 'undecided', withServer],
    [(happen) => happen.read(uri, verified), 'undecided', ['verdict', put]],
    [(happen) => happen.withdraw(), null, gone],
    [(happen) => happen.withdraw(), null, []],
    [(happen) => happen.list(first), 'undecided', withServer],
  ],
};

describe('what happens to a skill, step by step', () => {
  it.each(Object.entries(stories))('%s', async (_, steps) => {
    const { happen, now, events, lines, seen } = stage();
    for (const [index, [does, standing, heard, written = []]] of steps.entries()) {
      events.length = 0;
      const before = lines.length;
      does(happen);
      const told = events.map(({ type }) => type);
      await seen.settled();
      expect({
        index,
        standing: now()?.standing.kind ?? null,
        told,
        written: lines.slice(before).map(({ action, detail }) => `${action} ${detail}`),
      }).toEqual({ index, standing, told: heard, written });
      // What the journal wrote has no other effect than on the file.
      expect(events.slice(told.length).map(({ type }) => type)).toEqual([]);
    }
  });

  it('notes the first other sets since an approval ended, but not endlessly', async () => {
    const { happen, lines, seen } = stage();
    happen.list(first);
    happen.decideElsewhere('approved');
    const set = (index: number) =>
      entryOf({ files: [file('SKILL.md', 'main'), file('guide.md', String(index))] });
    for (let index = 0; index < 40; index += 1) {
      happen.list(set(index));
      happen.list(set(index));
      await seen.settled();
    }
    const noted = lines.filter(({ action }) => action === 'changed-seen');
    expect(noted).toHaveLength(17);
    expect(noted[0]?.detail).toContain('the approval is no longer valid');
    expect(noted.at(-1)?.detail).toContain('aren’t recorded');
  });

  it('is noted for many skills with one write', async () => {
    const { catalogue, server, clock, records, store, seen } = stage();
    const notes: number[] = [];
    const { note } = store;
    store.note = (entries) => {
      notes.push(entries.length);
      return note(entries);
    };
    const uris = Array.from({ length: 200 }, (_, index) => `skill://acme/${index}/SKILL.md`);
    const expiresAt = new Date(begin + 1_000).toISOString();
    const heldAt = uris.map((at) => stageHeld(at));
    for (const { listed } of heldAt)
      records.set(`${identityKey(identity)}\n${listed.uri}`, recordOn(listed, { expiresAt }));
    catalogue.updateAll(
      heldAt.map((held) => ({ place: { server, uri: held.listed.uri }, step: () => held })),
    );
    clock.move(1_000);
    await seen.settled();
    expect(notes).toEqual([200]);
  });

  it('leaves what was held of a removed server as it is', () => {
    const { happen, catalogue, server, place, events } = stage();
    happen.list(first);
    catalogue.remove(server);
    events.length = 0;
    happen.list(other);
    catalogue.change(server, { advice: [] });
    expect(events).toEqual([]);
    expect(catalogue.at(place)).toBeNull();
    expect(server.skills.get(uri)?.entry).toBe(first);
  });

  it('tells all changes of one batch at once, without a verdict for each', () => {
    const { catalogue, server, events } = stage();
    const uris = ['skill://acme/a/SKILL.md', 'skill://acme/b/SKILL.md'];
    catalogue.updateAll(
      uris.map((at) => ({
        place: { server, uri: at },
        step: () => ({ ...stageHeld(at), verdicts: new Map([[at, verified]]) }),
      })),
    );
    expect(events.map(({ type }) => type)).toEqual(['server-put', 'skills-put', 'server-put']);
  });
});

const stageHeld = (at: string) => {
  const { happen, now } = stage();
  happen.list(entryOf({ uri: at }));
  const held = now()?.held;
  if (held === undefined) throw new Error('nothing is held');
  return held;
};
