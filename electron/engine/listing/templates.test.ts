import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { stage } from '../testing/stage.ts';
import { fails, refuses, ServedHere } from '../testing/served.ts';
import { completeTemplate, expandTemplate, templatesOf } from './templates.ts';

const template = 'skill://{name}/SKILL.md';
const offered = (...templates: string[]) =>
  templates.map((one) => ({ uriTemplate: one, name: 'Any', description: 'Any skill' }));

async function one(
  templates = offered('skill://{other}/SKILL.md', template),
  complete: ReturnType<ServedHere['instead']> = undefined,
) {
  const served = new ServedHere(1);
  served.capabilities = { ...served.capabilities, completions: {} };
  served.instead = ({ method }) =>
    method === 'resources/templates/list'
      ? ok({ resourceTemplates: templates })
      : method === 'completion/complete'
        ? complete
        : undefined;
  const scene = await stage({ servers: { acme: served } });
  await scene.up();
  const acme = () => scene.server('acme');
  return {
    ...scene,
    served,
    acme,
    complete: (more: object = {}) =>
      completeTemplate(scene.app, acme(), {
        template,
        variable: 'name',
        value: 'a',
        others: {},
        ...more,
      }),
  };
}
const suggests = (values: unknown, more: object = {}) => ok({ completion: { values, ...more } });

describe('the templates of a server', () => {
  it('are those that can lead to a skill that is not known', async () => {
    const { acme } = await one(
      offered(
        template,
        template,
        'https://{host}/SKILL.md',
        'skill://skill-0/{path}',
        'skill://{any}',
      ),
    );
    expect(templatesOf(acme()).map((one) => one.template)).toEqual([template, 'skill://{any}']);
    expect(templatesOf(acme())[0]).toEqual({
      template,
      name: 'Any',
      description: 'Any skill',
      variables: ['name'],
    });
  });

  it('of one known skill lead to it, where they end with SKILL.md', async () => {
    const { acme } = await one(offered('skill://skill-0/{version}/SKILL.md'));
    expect(templatesOf(acme())).toHaveLength(1);
  });
});

describe('what a server suggests for a variable', () => {
  it('is asked with what is filled in already, and shown', async () => {
    const { complete, served } = await one(undefined, suggests(['alpha', 'alps']));
    expect(await complete()).toEqual(ok({ values: ['alpha', 'alps'], more: false }));
    await complete({ others: { version: '1' } });
    expect(
      served.requests
        .filter(({ method }) => method === 'completion/complete')
        .map(({ params }) => params),
    ).toEqual([
      { ref: { type: 'ref/resource', uri: template }, argument: { name: 'name', value: 'a' } },
      {
        ref: { type: 'ref/resource', uri: template },
        argument: { name: 'name', value: 'a' },
        context: { arguments: { version: '1' } },
      },
    ]);
  });

  it('leaves out what is no text, is empty, or has something unseen in it', async () => {
    const { complete } = await one(undefined, suggests(['good', '', 7, 'hid\u202Eden']));
    expect(await complete()).toEqual(ok({ values: ['good'], more: false }));
  });

  it.each([
    ['a hundred', 100, {}, { count: 100, more: false }],
    ['more than a hundred', 101, {}, { count: 100, more: true }],
    ['more than it sends', 2, { hasMore: true }, { count: 2, more: true }],
    ['no more than it sends', 2, { hasMore: 'yes' }, { count: 2, more: false }],
  ])('is %s', async (_, length, more, wanted) => {
    const { complete } = await one(
      undefined,
      suggests(
        Array.from({ length }, (__, index) => `value-${index}`),
        more,
      ),
    );
    const answer = await complete();
    expect(answer.ok && { count: answer.value.values.length, more: answer.value.more }).toEqual(
      wanted,
    );
  });

  it.each([ok('no object'), ok({}), ok({ completion: 7 }), suggests('no list'), refuses(-1, 'no')])(
    'is nothing where it answers %j',
    async (answer) => {
      const { complete } = await one(undefined, answer);
      expect(await complete()).toEqual(ok({ values: [], more: false }));
    },
  );

  it('is a failure where no answer comes', async () => {
    const { complete } = await one(undefined, fails({ reason: 'timeout', message: 'no answer' }));
    expect(await complete()).toEqual(err({ code: 'timeout', message: 'no answer' }));
  });

  it('is asked for no other template, and not of a server that completes nothing', async () => {
    const { complete, served, acme, app } = await one(undefined, suggests(['a']));
    expect(await complete({ template: 'skill://{other}' })).toEqual(
      err({ code: 'not-found', message: 'The server no longer offers this template.' }),
    );
    app.catalogue.change(acme(), { capabilities: { resources: {} } });
    expect(await complete()).toEqual(ok({ values: [], more: false }));
    expect(served.askedFor('completion/complete')).toEqual([]);
  });
});

describe('the URI that values give', () => {
  it('is made of a template that the server offers, and of all its values', async () => {
    const { acme } = await one();
    expect(expandTemplate(acme(), template, { name: 'a' })).toEqual(
      ok({ uri: 'skill://a/SKILL.md' }),
    );
    expect(expandTemplate(acme(), template, {})).toMatchObject({ error: { code: 'bad-input' } });
    expect(expandTemplate(acme(), 'skill://{x}', { x: 'a' })).toEqual(
      err({ code: 'not-found', message: 'The server doesn’t offer this template.' }),
    );
  });
});
