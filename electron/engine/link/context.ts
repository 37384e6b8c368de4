import type { PlanContext, DialectRecognition } from '../../core/dialects/dialect.ts';
import type { DialectRegistry } from '../../core/dialects/dialects.ts';
import type { CatalogueServer } from '../catalogue/server.ts';

/** What a dialect's plan may look at of the server; `more` is what one listing knows besides. */
export function contextOf(
  dialects: DialectRegistry,
  server: CatalogueServer,
  more: Partial<Pick<PlanContext, 'inventory' | 'alone' | 'claimed' | 'refused'>> = {},
): PlanContext {
  const { label, facts, inventory } = server;
  const isDeclared = ({ by }: DialectRecognition): boolean => by === 'declaration';
  return {
    server: label,
    protocolVersion: facts?.protocolVersion ?? '',
    dialects: dialects.all,
    declared: dialects.all.flatMap((dialect) =>
      isDeclared(dialect.recognise(declarationOf(server))) ? [dialect.id] : [],
    ),
    inventory,
    alone: false,
    claimed: [],
    refused: new Set(),
    directoryRead: facts?.directoryRead === true,
    ...more,
  };
}

export const declarationOf = ({ capabilities, facts }: CatalogueServer) => ({
  capabilities,
  protocolVersion: facts?.protocolVersion ?? '',
});
