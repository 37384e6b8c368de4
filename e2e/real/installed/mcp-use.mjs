import { MCPServer } from 'mcp-use';
import { announce, port } from './announced.mjs';

/** The framework's server with its own discovery of skills: `mcp-use.mjs FOLDER`. */
process.chdir(process.argv[2]);
const server = new MCPServer({
  name: 'mcp-use',
  version: '2.5.2',
  skills: { directory: '.' },
  logging: { enabled: false },
});
announce((await server.listen(port, { host: '127.0.0.1' })).url);
