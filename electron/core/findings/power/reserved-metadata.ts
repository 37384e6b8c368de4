import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

/** Skills extension, "Frontmatter": kept for metadata that extensions of MCP define; so far none do. */
const reserved = 'io.modelcontextprotocol/';

/** A09. */
export const reservedMetadata = rule({
  id: 'A09',
  family: 'power',
  severity: 'medium',
  title: 'Uses names that are kept for the protocol',
  why:
    'Keys with this beginning are for extensions of MCP to define. A host that comes to obey one ' +
    'would take it from this skill.',
  confusedWith: 'Nothing: no such key is defined yet.',
  *look({ frontmatter }) {
    const metadata = frontmatter?.get('metadata');
    if (metadata === undefined || metadata.value === null || typeof metadata.value !== 'object')
      return;
    if (Object.keys(metadata.value).some((key) => key.startsWith(reserved))) yield at(metadata);
  },
});
