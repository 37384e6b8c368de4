import type { DecisionItem } from '../../../shared/contract.ts';
import type { TestApp } from './app.ts';

/** What a page with all skills of a server would decide on. */
export const itemsOf = async (app: TestApp, label: string): Promise<DecisionItem[]> =>
  (await app.rows(label)).map(({ server, uri, identity, setDigest, metadataDigest, record }) => ({
    ...{ server, uri, identity, setDigest, metadataDigest },
    replaces: record,
    grants: [],
  }));
