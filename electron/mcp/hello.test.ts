import { describe, expect, it } from 'vitest';
import { forSdk, HelloError, type HelloMethod } from './hello.ts';

const skills = 'io.modelcontextprotocol/skills';
const of = (method: HelloMethod, capabilities: unknown, more: object = {}) => ({
  ...(method === 'initialize'
    ? { protocolVersion: '2025-11-25' }
    : {
        supportedVersions: ['2026-07-28'],
        ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
      }),
  serverInfo: { name: 's', version: '1' },
  capabilities,
  ...more,
});
const methods: readonly HelloMethod[] = ['initialize', 'server/discover'];

describe.each(methods)('what the SDK gets of the answer to %s', (method) => {
  it.each([
    {},
    { resources: {}, extensions: { [skills]: {} } },
    { extensions: { 'x/y': { deep: [1, null, { a: true }] } }, tools: { listChanged: true } },
  ])('is the answer itself where nothing is wrong: %j', (capabilities) => {
    const hello = of(method, capabilities);
    expect(forSdk(method, hello)).toBe(hello);
  });

  it.each([
    [
      { resources: {}, extensions: { [skills]: true } },
      { resources: {}, extensions: {} },
    ],
    [{ extensions: { [skills]: [], 'x/y': {} } }, { extensions: { 'x/y': {} } }],
    [{ extensions: { [skills]: null } }, { extensions: {} }],
    [{ extensions: true, resources: 7 }, {}],
    [{ experimental: { [skills]: 'on' } }, { experimental: {} }],
  ])('lacks what a check is about and is malformed: %j', (capabilities, left) => {
    const hello = of(method, capabilities);
    const before = JSON.stringify(hello);
    expect(forSdk(method, hello)).toEqual({ ...hello, capabilities: left });
    expect(JSON.stringify(hello)).toBe(before);
  });

  it.each<[unknown, object, string]>([
    [true, {}, 'capabilities is the boolean true, where an object belongs.'],
    [{ tools: 7 }, {}, 'capabilities.tools is the number 7, where an object belongs.'],
    [
      { extensions: { [skills]: true, 'x/y': null } },
      {},
      'capabilities.extensions["x/y"] is null, where an object belongs.',
    ],
    [
      { resources: { subscribe: 'yes' } },
      {},
      'capabilities.resources.subscribe is the string "yes", where true or false belongs.',
    ],
    [{}, { instructions: 5 }, 'instructions is the number 5, where a string belongs.'],
  ])('is nothing where nobody else would be told: %j %j', (capabilities, more, said) => {
    const words = `The server’s answer to ${method} can’t be used: ${said}`;
    expect(() => forSdk(method, of(method, capabilities, more))).toThrow(new HelloError(words));
  });
});

it('names what an older answer has of its server otherwise', () => {
  expect(() => forSdk('initialize', of('initialize', {}, { serverInfo: { name: 's' } }))).toThrow(
    'serverInfo.version is nothing, where a string belongs.',
  );
});
