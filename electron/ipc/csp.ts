/**
 * The content security policy of the page, the same in both shells. The attacker controls
 * every text and every file that a server serves; whatever slips through the preview can
 * still run no script, load nothing and send nothing.
 *
 * Takes the origins that the page may connect to beside its own: the browser shell names its
 * WebSocket, the Electron shell names none.
 */
export function contentSecurityPolicy(connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Monaco positions its lines with inline styles. A style can't run code and, with no remote
    // origin allowed, can't send anything either.
    "style-src 'self' 'unsafe-inline'",
    // blob: shows images whose bytes were verified; no address of a server is ever loaded.
    "img-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Headers of every answer that carries a part of the page, errors included. */
export function pageHeaders(connect: readonly string[] = []): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(connect),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  };
}
