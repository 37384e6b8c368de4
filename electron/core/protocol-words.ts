/**
 * Field names and values of JSON-RPC, MCP and the skills extension. A server doesn't choose them.
 */
export const protocolWords: ReadonlySet<string> = new Set(
  [
    'jsonrpc id method params result error code message data _meta cursor nextCursor resultType',
    'skills skill uri frontmatter resources dynamic digest size name description title version',
    'contents content text blob mimeType annotations audience priority lastModified icons',
    'ttlMs cacheScope public private complete capabilities extensions directoryRead listChanged',
    'subscribe tools prompts completions logging protocolVersion serverInfo clientInfo',
    'instructions supportedVersions resourceTemplates uriTemplate license compatibility metadata',
    'allowed-tools initialize server/discover skills/list skills/get resources/list resources/read',
    'resources/directory/read resources/templates/list inode/directory text/markdown text/plain',
    'application/octet-stream io.modelcontextprotocol/skills SKILL.md skill:// sha256: sha256',
    'SKILL skill SEP-2640 stdio http',
  ].flatMap((words) => words.split(' ')),
);
