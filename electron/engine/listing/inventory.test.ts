import { describe, expect, it } from 'vitest';
import { limits } from '../../core/limits.ts';
import { ok } from '../../../shared/result.ts';
import { stage } from '../testing/stage.ts';
import { fails, refuses, ServedHere } from '../testing/served.ts';
import { walkInventory } from './inventory.ts';

type Pages = Parameters<typeof walkInventory>[3];

/** Walks what a server answers to its two lists. */
async function walked(
  resources: (cursor: unknown) => ReturnType<ServedHere['instead']>,
  templates: (cursor: unknown) => ReturnType<ServedHere['instead']> = () =>
    ok({ resourceTemplates: [] }),
  pages?: Pages,
) {
  const served = new ServedHere();
  served.instead = ({ method, params }) =>
    method === 'resources/list'
      ? resources(params['cursor'])
      : method === 'resources/templates/list'
        ? templates(params['cursor'])
        : undefined;
  const { app, server } = await stage({ servers: { acme: served } });
  const acme = server('acme');
  await app.links.connect(acme);
  return { ...(await walkInventory(app, acme, {}, pages)), served };
}

describe('the list of resources', () => {
  it('is walked to its end, with what each resource says of itself', async () => {
    const { inventory, incomplete, answered, served } = await walked((cursor) =>
      cursor === undefined
        ? ok({
            resources: [
              { uri: 'skill://a', name: 'A', description: 'About', mimeType: 'text/plain' },
              { uri: 'skill://b', name: 7, description: 'x'.repeat(5_000) },
              { uri: '' },
              { name: 'of nothing' },
              'no resource',
            ],
            nextCursor: 'two',
          })
        : ok({ resources: [{ uri: 'skill://c' }], nextCursor: '' }),
    );
    expect([...inventory.resources.values()]).toEqual([
      { uri: 'skill://a', name: 'A', description: 'About', mimeType: 'text/plain' },
      { uri: 'skill://b', name: '', description: 'x'.repeat(4_096), mimeType: '' },
      { uri: 'skill://c', name: '', description: '', mimeType: '' },
    ]);
    expect({ incomplete, answered }).toEqual({ incomplete: null, answered: true });
    expect(served.requests.slice(0, 2).map(({ params }) => params)).toEqual([
      {},
      { cursor: 'two' },
    ]);
  });

  it('keeps what a server says beside a resource, within a budget', async () => {
    const long = 'x'.repeat(5_000);
    const resource = (at: number) => ({ uri: `skill://${at}`, _meta: { a: 'x'.repeat(4_000) } });
    const { inventory } = await walked(() =>
      ok({
        resources: [
          { uri: 'skill://a', title: 'A', annotations: { priority: 1 }, _meta: long, icons: [] },
          ...Array.from({ length: 1_500 }, (_, at) => resource(at)),
        ],
      }),
    );
    expect(inventory.resources.get('skill://a')?.beside).toEqual({
      title: 'A',
      annotations: { priority: 1 },
      _meta: 'too long to keep',
    });
    const kept = [...inventory.resources.values()].filter(
      ({ beside }) => typeof beside?.['_meta'] === 'object',
    );
    expect(kept.length).toBeGreaterThan(1_000);
    expect(kept.length).toBeLessThan(1_100);
  });

  it.each([
    ['no object', ok('nothing'), 'The response to resources/list has no array of resources.'],
    [
      'no array',
      ok({ resources: {} }),
      'The response to resources/list has no array of resources.',
    ],
    ['an error', refuses(-1, 'no'), 'The server answered: “no” (-1)'],
    ['nothing', fails({ reason: 'timeout', message: 'no answer' }), 'no answer'],
  ])('that is %s is not whole, and was not answered', async (_, answer, incomplete) => {
    expect(await walked(() => answer)).toMatchObject({ incomplete, answered: false });
    expect(
      await walked((cursor) =>
        cursor === undefined ? ok({ resources: [], nextCursor: 'n' }) : answer,
      ),
    ).toMatchObject({ incomplete, answered: true });
  });

  it('that the server does not have is no failure', async () => {
    expect(await walked(() => refuses(-32601, 'Method not found'))).toMatchObject({
      incomplete: null,
      answered: false,
    });
  });

  it('that gives a cursor again would never end', async () => {
    expect(await walked(() => ok({ resources: [], nextCursor: 'same' }))).toMatchObject({
      incomplete: 'The server sent the same cursor for resources/list twice.',
      answered: true,
    });
  });

  it('is followed for as many pages as are wanted, and no further', async () => {
    let page = 0;
    const endless = () => ok({ resources: [], nextCursor: String((page += 1)) });
    const { incomplete, answered, served } = await walked(endless, undefined, 3);
    expect({ incomplete, answered }).toEqual({
      incomplete: 'resources/list has more than 3 pages.',
      answered: true,
    });
    expect(served.askedFor('resources/list')).toHaveLength(3);
  });

  it('is held up to its most entries', async () => {
    const resources = Array.from({ length: limits.listEntries + 2 }, (_, index) => ({
      uri: `skill://${index}`,
    }));
    const { inventory } = await walked(() => ok({ resources }));
    expect(inventory.resources.size).toBe(limits.listEntries);
  });
});

describe('the list of templates', () => {
  it('is walked with what each says of itself, and without what is none', async () => {
    const { inventory } = await walked(
      () => ok({ resources: [] }),
      () =>
        ok({
          resourceTemplates: [
            { uriTemplate: 'skill://{a}', name: 'A', description: 'Any' },
            { uriTemplate: '' },
            { uriTemplate: 7 },
            { uriTemplate: 'x'.repeat(2_048) },
            { uriTemplate: 'x'.repeat(2_049) },
          ],
        }),
    );
    expect(inventory.templates).toEqual([
      { template: 'skill://{a}', name: 'A', description: 'Any' },
      { template: 'x'.repeat(2_048), name: '', description: '' },
    ]);
  });

  it('is held up to a thousand, and of twenty pages', async () => {
    const resourceTemplates = Array.from({ length: 1_001 }, (_, index) => ({
      uriTemplate: `skill://${index}/{a}`,
    }));
    const many = await walked(
      () => ok({ resources: [] }),
      () => ok({ resourceTemplates }),
    );
    expect(many.inventory.templates).toHaveLength(1_000);
    let page = 0;
    const long = await walked(
      () => ok({ resources: [] }),
      () => ok({ resourceTemplates: [], nextCursor: String((page += 1)) }),
    );
    expect(long.served.askedFor('resources/templates/list')).toHaveLength(20);
    expect(long.incomplete).toBeNull();
  });

  it('is followed for no more pages than the resources are', async () => {
    let page = 0;
    const { served } = await walked(
      () => ok({ resources: [] }),
      () => ok({ resourceTemplates: [], nextCursor: String((page += 1)) }),
      2,
    );
    expect(served.askedFor('resources/templates/list')).toHaveLength(2);
  });
});
