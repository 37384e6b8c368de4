import type { FetchLike } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { discover } from './discovery.ts';

const server = new URL('https://mcp.acme.example/mcp');
const issuer = 'https://id.acme.example';

/** What the server publishes of itself, and its authorization server beside it. */
const publishing =
  (resource: string, authorizationServer = issuer): FetchLike =>
  async (address) => {
    const { href, pathname, host } = new URL(address);
    const isServer = host === server.host && pathname.includes('oauth-protected-resource');
    const body = isServer
      ? { resource, authorization_servers: [authorizationServer] }
      : {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          response_types_supported: ['code'],
        };
    const response = Response.json(body);
    Object.defineProperty(response, 'url', { value: href });
    return response;
  };

const found = (resource: string, authorizationServer?: string) =>
  discover(server, null, undefined, publishing(resource, authorizationServer));

describe('the resource that a server names', () => {
  it('is the server itself', async () => {
    expect(await found(server.href)).toMatchObject({ isWider: false, authorizationServer: issuer });
  });

  it.each([
    'https://ada@mcp.acme.example/mcp',
    'https://ada:secret@mcp.acme.example/mcp',
    'https://:secret@mcp.acme.example/mcp',
    'https://evil.example%2f@mcp.acme.example/mcp',
  ])('is refused with user info, which the authorization server would be shown: %s', async (to) => {
    await expect(found(to)).rejects.toMatchObject({ problem: { reason: 'other-resource' } });
  });

  it('is refused on another origin', async () => {
    for (const to of ['https://mcp.acme.example.evil.example/mcp', 'http://mcp.acme.example/mcp'])
      await expect(found(to)).rejects.toMatchObject({ problem: { reason: 'other-resource' } });
  });

  it('may not hide user info in the authorization server, either', async () => {
    await expect(found(server.href, 'https://ada@id.acme.example')).rejects.toMatchObject({
      problem: { reason: 'blocked' },
    });
  });
});
