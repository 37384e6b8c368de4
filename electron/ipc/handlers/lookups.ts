import type { RequestReply } from '../../../shared/contract.ts';
import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { fault } from '../../engine/errors.ts';
import type { SkillContext } from '../../engine/contexts.ts';
import { bad } from './replies.ts';

/** Runs with the thing a request names, or answers that it isn't there. */
export function lookups({ catalogue }: SkillContext) {
  const onServer = async <T>(
    label: string,
    run: (server: CatalogueServer) => Promise<RequestReply<T>>,
  ): Promise<RequestReply<T>> => {
    const server = catalogue.servers.get(label);
    return server === undefined
      ? bad(fault('not-found', `No server is labeled ${label}.`))
      : run(server);
  };
  const onSkill = <T>(
    label: string,
    uri: string,
    run: (skill: CatalogueSkill) => Promise<RequestReply<T>>,
  ): Promise<RequestReply<T>> =>
    onServer(label, async (server) => {
      const skill = server.skills.get(uri);
      return skill === undefined
        ? bad(fault('not-found', `${label} no longer serves this skill.`))
        : run(skill);
    });
  return { onServer, onSkill };
}
