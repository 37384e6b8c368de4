import type { DialectAdapter } from './adapter.ts';
import { parseDirectoryPage } from './skills-ext-directory.ts';

/**
 * `resources/directory/read`, which a server may offer for any directory resource, whatever else it
 * speaks.
 */
export const directoryReading: Required<
  Pick<DialectAdapter, 'directoryRequest' | 'parseDirectory'>
> = {
  directoryRequest: (uri, cursor) => ({
    method: 'resources/directory/read',
    params: { uri, ...(cursor === undefined ? {} : { cursor }) },
  }),
  parseDirectory: parseDirectoryPage,
};
