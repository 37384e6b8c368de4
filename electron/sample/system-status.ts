export const statusFrontmatter = {
  name: 'system-status',
  description:
    "Explain the state of Northwind's services right now and what is being done about it.",
};

/**
 * A skill generated for every read, so no digest of it can be published. Times in ms since the
 * epoch.
 */
export function systemStatus(now: number, startedAt: number): string {
  const minutes = Math.floor((now - startedAt) / 60_000);
  const queue = 40 + (Math.floor(now / 1_000) % 25);
  return `---
name: ${statusFrontmatter.name}
description: ${statusFrontmatter.description}
---

# Status at ${new Date(now).toISOString()}

| Service | State | Since |
| --- | --- | --- |
| Website | up | ${minutes} min |
| Orders | up, ${queue} waiting | ${minutes} min |
| Reports | slow: a nightly import is still running | ${minutes} min |

Say what a person will notice, and when to check again. Do not promise times that are not above.
`;
}
