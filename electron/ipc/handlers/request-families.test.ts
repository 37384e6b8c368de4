import { expect, it } from 'vitest';
import { requestFamilies } from '../../../build/request-families.ts';
import { appHandlers, hostHandlers, signInHandlers } from './hosts.ts';
import { serverHandlers, decisionHandlers } from './handlers.ts';
import { logHandlers } from './log.ts';
import { skillHandlers } from './skills.ts';

it('each request is of the family that the file of its handler names', () => {
  // None of them is called.
  const parts = {} as never;
  const files: Record<string, object> = {
    app: appHandlers({ parts } as never),
    servers: serverHandlers(parts),
    'sign-in': signInHandlers({ parts } as never),
    skills: skillHandlers(parts),
    decisions: decisionHandlers(parts),
    hosts: hostHandlers(parts),
    log: logHandlers(parts),
  };
  const families = Object.entries(files).flatMap(([family, handlers]) =>
    Object.keys(handlers).map((name) => [name, family]),
  );
  expect(Object.fromEntries(families)).toEqual(requestFamilies);
});
