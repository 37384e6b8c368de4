import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const rooms = ['/shared/', '/electron/core/', '/electron/storage/', '/electron/engine/'];

/**
 * Order of test files per mutant: rules before files before use cases before everything else, and what
 * starts whole programs last; short before long. The first failing test ends it, so a mutant needn't
 * wait for a server if a table's line kills it.
 */
export class QuickestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const room = rooms.findIndex((one) => moduleId.includes(one));
      if (moduleId.includes('/electron/integration/')) return rooms.length + 1;
      return room === -1 ? rooms.length : room;
    };
    const size = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b) || size(a) - size(b)));
  }
}
