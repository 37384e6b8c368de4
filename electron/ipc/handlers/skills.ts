import type { CatalogueServer, CatalogueSkill } from '../../engine/catalogue/server.ts';
import { verifySkills } from '../../engine/reading/verify.ts';
import type { RequestHandlers, RequestReply } from '../../../shared/contract.ts';
import { changesReport, changesOf, diffOf } from '../../engine/reading/changes.ts';
import { readDirectory, fileView } from '../../engine/reading/directory.ts';
import { answerFinding, reopenFinding } from '../../engine/findings/answer.ts';
import { findingsOf } from '../../engine/findings/findings.ts';
import { keepReading, readingsOf } from '../../engine/findings/kept-readings.ts';
import { mismatchOf } from '../../engine/reading/expected-bytes.ts';
import { notListedOf } from '../../engine/listing/unlisted-skills.ts';
import { openSkill, touch } from '../../engine/listing/open-skill.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { searchTexts } from '../../engine/reading/text-search.ts';
import { readAll } from '../../engine/reading/read-all.ts';
import { completeTemplate, expandTemplate, templatesOf } from '../../engine/listing/templates.ts';
import { skillDetail } from '../../engine/catalogue/views.ts';
import { good, bad, reply, lookups } from './lookups.ts';

/** Search fields at a time; a window has one. */
const mostSearches = 50;

/** Skills of one server: found, read, checked, compared. */
export const skillHandlers = (parts: AppContext) => ({
  ...findHandlers(parts),
  ...readHandlers(parts),
});

function findHandlers(parts: AppContext) {
  const { onServer, onSkill } = lookups(parts);
  /** The newest search of each search field. */
  const searches = new Map<string, symbol>();

  return {
    openByUri: (input) =>
      onServer(input.server, async (server) => {
        const found = await openSkill(parts, server, input.uri.trim());
        return found.ok ? good(skillDetail(found.value)) : bad(found.error);
      }),
    refreshSkill: (input) =>
      onServer(input.server, async (server) => {
        const found = await openSkill(parts, server, input.uri);
        return found.ok ? good(skillDetail(found.value)) : bad(found.error);
      }),
    getSkill: (input) =>
      onSkill(input.server, input.uri, async (skill) => {
        touch(parts, skill);
        await parts.inspections.load();
        return good({ ...skillDetail(skill), readings: readingsOf(parts, skill) });
      }),
    listNotListed: (input) => onServer(input.server, async (server) => good(notListedOf(server))),
    listTemplates: (input) => onServer(input.server, async (server) => good(templatesOf(server))),
    completeTemplate: (input) =>
      onServer(input.server, async (server) => reply(await completeTemplate(parts, server, input))),
    expandTemplate: (input) =>
      onServer(input.server, async (server) =>
        reply(expandTemplate(server, input.template, input.values)),
      ),
    readDirectory: (input) =>
      onSkill(input.server, input.uri, async (skill) =>
        reply(await readDirectory(parts, skill, input.folder)),
      ),
    searchTexts: async ({ search, text }) => {
      const own = Symbol(search);
      searches.delete(search);
      searches.set(search, own);
      for (const oldest of searches.keys()) {
        if (searches.size <= mostSearches) break;
        searches.delete(oldest);
      }
      return good(await searchTexts(parts, text, () => searches.get(search) === own));
    },
  } satisfies Partial<RequestHandlers>;
}

function readHandlers(parts: AppContext) {
  const { onServer, onSkill } = lookups(parts);
  const verify = (
    server: CatalogueServer,
    uri: string | null,
    skills: () => readonly CatalogueSkill[],
  ): RequestReply<{ operationId: string }> => {
    const { operationId } = parts.operations.start(
      { kind: 'verify', server: server.label, uri },
      (signal, progress) => verifySkills(parts, skills(), { signal, keep: true }, progress),
    );
    return good({ operationId });
  };
  return {
    readFile: (input) =>
      onSkill(input.server, input.uri, async (skill) =>
        good(await fileView(parts, skill, input.file, input.full)),
      ),
    keepReading: (input) =>
      onSkill(input.server, input.uri, async (skill) => {
        keepReading(parts, skill, input);
        return good({});
      }),
    getFindings: (input) =>
      onSkill(input.server, input.uri, async (skill) => good(findingsOf(skill))),
    answerFinding: ({ server, uri, ...said }) =>
      onSkill(server, uri, async (skill) => {
        const answered = await answerFinding(parts, skill, said);
        return answered.ok ? good({}) : bad(answered.error);
      }),
    reopenFinding: ({ server, uri, answer }) =>
      onSkill(server, uri, async (skill) => {
        const reopened = await reopenFinding(parts, skill, answer);
        return reopened.ok ? good({}) : bad(reopened.error);
      }),
    verifySkill: (input) =>
      onSkill(input.server, input.uri, async (skill) =>
        verify(skill.server, skill.entry.uri, () => [skill]),
      ),
    verifyServer: (input) =>
      onServer(input.server, async (server) =>
        verify(server, null, () => [...server.skills.values()]),
      ),
    readAll: (input) =>
      onSkill(input.server, input.uri, async (skill) => {
        const { operationId } = parts.operations.start(
          { kind: 'read-all', server: skill.server.label, uri: skill.entry.uri },
          async (signal, progress) => {
            const { complete, message } = await readAll(parts, skill, { signal }, progress);
            return { message, isFailure: !complete && !signal.aborted };
          },
        );
        return good({ operationId });
      }),
    getChanges: (input) =>
      onSkill(input.server, input.uri, async (skill) => good(await changesOf(parts, skill))),
    getDiff: (input) =>
      onSkill(input.server, input.uri, async (skill) =>
        reply(await diffOf(parts, skill, input.file, input.since)),
      ),
    getMismatch: (input) =>
      onSkill(input.server, input.uri, async (skill) =>
        good(await mismatchOf(parts, skill, input.file, input.read)),
      ),
    exportChanges: (input) =>
      onSkill(input.server, input.uri, async (skill) => {
        const report = await changesReport(parts, skill);
        return report.ok ? good({ markdown: report.value.markdown }) : bad(report.error);
      }),
  } satisfies Partial<RequestHandlers>;
}
