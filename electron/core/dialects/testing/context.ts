import type { PlanContext } from '../dialect.ts';
import { dialects } from '../registry.ts';

/** An entry of the extension with generated content. */
export const dynamic = (name: string, prefix = ''): Record<string, unknown> => ({
  uri: `skill://${prefix}${name}/SKILL.md`,
  frontmatter: { name, description: 'd' },
  resources: 'dynamic',
});

export const planContext = (more: Partial<PlanContext> = {}): PlanContext => ({
  server: 'acme',
  protocolVersion: '',
  dialects: dialects.all,
  declared: [],
  inventory: { resources: new Map(), templates: [] },
  alone: false,
  claimed: [],
  refused: new Set(),
  directoryRead: false,
  ...more,
});
