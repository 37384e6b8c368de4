import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { modern } from './versions.ts';

const versionsNamed = 6;
const versionChars = 40;

/** What a server speaks and Skillgate does not; null where it named none, or one of ours. */
export function versionsText(versions: ReadonlySet<string>): string | null {
  const ours = new Set([modern, ...SUPPORTED_PROTOCOL_VERSIONS]);
  if (versions.size === 0 || [...versions].some((version) => ours.has(version))) return null;
  const named = [...versions].slice(0, versionsNamed).map((each) => each.slice(0, versionChars));
  return (
    `The server supports MCP ${named.join(', ')}; Skillgate supports ${modern} ` +
    `and ${SUPPORTED_PROTOCOL_VERSIONS.at(-1) ?? ''} to ${LATEST_PROTOCOL_VERSION}.`
  );
}
