import type { Reply } from '../../../shared/contract.ts';
import type { Server, Skill } from '../../usecases/catalogue/server.ts';
import { fault } from '../../usecases/errors.ts';
import type { Parts } from '../../usecases/parts.ts';
import { bad } from './replies.ts';

/** Runs with what a request names, or says that it is not there. */
export function lookups({ catalogue }: Pick<Parts, 'catalogue'>) {
  const onServer = async <T>(
    label: string,
    run: (server: Server) => Promise<Reply<T>>,
  ): Promise<Reply<T>> => {
    const server = catalogue.servers.get(label);
    return server === undefined
      ? bad(fault('not-found', `There is no server labelled ${label}.`))
      : run(server);
  };
  const onSkill = <T>(
    label: string,
    uri: string,
    run: (skill: Skill) => Promise<Reply<T>>,
  ): Promise<Reply<T>> =>
    onServer(label, async (server) => {
      const skill = server.skills.get(uri);
      return skill === undefined
        ? bad(fault('not-found', `${label} does not serve this skill any more.`))
        : run(skill);
    });
  return { onServer, onSkill };
}
