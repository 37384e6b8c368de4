/** A file of Cursor's with these servers. */
export const cursor = (servers: object): string =>
  `${JSON.stringify({ mcpServers: servers }, null, 2)}\n`;
