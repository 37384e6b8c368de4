import { finalServers } from './final.mjs';
import { indexServers } from './indexes.mjs';
import { resourceServers } from './resources.mjs';
import { serve } from './serve.mjs';
import { toolServers } from './tools.mjs';

/** One forged server over pipes, or over HTTP where it has nothing else: `run.mjs NAME FOLDER`. */
const servers = { ...finalServers, ...indexServers, ...resourceServers, ...toolServers };
const [name, folder] = process.argv.slice(2);
await serve(name, servers[name], folder);
