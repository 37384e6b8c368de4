import type { Protocol } from 'electron';
import { pageHeaders } from '../ipc/csp.ts';
import { readPageFile } from '../ipc/page-file.ts';
import { isOwnPage, pageScheme } from './page.ts';

/** Must run before the app is ready. */
export function registerPageScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/**
 * Answers one request for a part of the page from the build's folder; every answer carries the
 * policy.
 */
export async function servePage(folder: string, request: Request): Promise<Response> {
  const refuse = (status: number): Response =>
    new Response(null, { status, headers: pageHeaders() });
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  if (!isOwnPage(request.url)) return refuse(403);
  const file = await readPageFile(folder, new URL(request.url).pathname);
  if (!file.ok) return refuse(file.error === 'refused' ? 403 : 404);
  return new Response(file.value.bytes, {
    headers: { ...pageHeaders(), 'Content-Type': file.value.type, 'Cache-Control': 'no-cache' },
  });
}

export function handlePageScheme(protocol: Pick<Protocol, 'handle'>, folder: string): void {
  protocol.handle(pageScheme, (request) => servePage(folder, request));
}
