import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { Server as OlderServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { listen } from '../installed/announced.mjs';
import { skillsIn } from './skills.mjs';

/** What a server refuses, with the code that it uses. */
export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * One server: `{about, capabilities, instructions, methods}`, where a method is given the skills on
 * the disk, the parameters and the era. With `eras: 'both'` it is on the SDK of 2026, else on the
 * one before; with `http` it has an address.
 */
export async function serve(name, server, folder) {
  const options = { capabilities: server.capabilities, instructions: server.instructions };
  const about = { name, version: server.version };
  const answering = (target, era, Failure) => {
    // Beside the SDK's own methods; what a server does not have is said by its absence.
    target.fallbackRequestHandler = async ({ method, params }) => {
      const answer = server.methods[method];
      if (answer === undefined) throw new Failure(-32601, 'Method not found');
      try {
        return answer(skillsIn(folder), params ?? {}, era);
      } catch (error) {
        throw error instanceof Refusal ? new Failure(error.code, error.message) : error;
      }
    };
    return target;
  };
  const make = ({ era }) => answering(new Server(about, options), era, ProtocolError);

  if (server.http) return listen(createServer(toNodeHandler(createMcpHandler(make))));
  if (server.eras === 'both') return void serveStdio(make);
  const older = answering(new OlderServer(about, options), 'legacy', McpError);
  await older.connect(new StdioServerTransport());
}
