#!/usr/bin/env node
// The print shop's skills over MCP, on standard input and output.
//
//   node server.mjs [FOLDER]     FOLDER holds the skills; without it ./skills beside this file
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { Catalogue } from './lib/catalogue.mjs';
import { handlersFor } from './lib/handlers.mjs';
import { scan } from './lib/scan.mjs';
import { serveLines } from './lib/rpc.mjs';

const beside = fileURLToPath(new URL('./skills', import.meta.url));
const folder = resolve(process.argv[2] ?? beside);

const skills = scan(folder);
process.stderr.write(`printshop: ${skills.length} skills in ${folder}\n`);
serveLines(handlersFor(new Catalogue(skills)), process.stdin, process.stdout);
