import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

/**
 * Skills extension, "Frontmatter": reserved for metadata that MCP extensions define, which none
 * does yet.
 */
const reserved = 'io.modelcontextprotocol/';

/** A09. */
export const reservedMetadata = rule({
  id: 'A09',
  family: 'power',
  severity: 'medium',
  title: 'Uses names reserved for the protocol',
  why:
    'Keys with this prefix are for MCP extensions to define. An app that obeys such a key ' +
    'later would take it from this skill.',
  confusedWith: 'Nothing: no such key is defined yet.',
  *look({ frontmatter }) {
    const metadata = frontmatter?.get('metadata');
    if (metadata === undefined || metadata.value === null || typeof metadata.value !== 'object')
      return;
    if (Object.keys(metadata.value).some((key) => key.startsWith(reserved))) yield at(metadata);
  },
});
