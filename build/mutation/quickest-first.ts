import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const rooms = ['/shared/', '/electron/core/', '/electron/storage/', '/electron/engine/'];

/**
 * The order in which test files meet a mutant: rules before files before whole use cases, short
 * before long. The first test that fails ends it, so a mutant should not wait for a server to start
 * when a line of a table kills it.
 */
export class QuickestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const room = rooms.findIndex((one) => moduleId.includes(one));
      return room === -1 ? rooms.length : room;
    };
    const size = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b) || size(a) - size(b)));
  }
}
