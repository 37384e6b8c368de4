import { fileWords, inOneLine } from '../../../shared/model/file-label.ts';
import { riskJson, riskOf } from '../../../shared/model/risk.ts';
import type { FileEntry, SkillFiles } from '../../../shared/model/skill.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { unboundFields } from '../../core/unbound-fields.ts';
import { skillDetail } from '../../engine/catalogue/views.ts';
import type { AppContext } from '../../engine/contexts.ts';
import type { CommandOutput } from '../call/command.ts';
import { contentsOf } from './contents.ts';
import { coveredDecision, riskLine } from './risk-line.ts';
import { refusedOutput } from './refused-entries.ts';
import { target, type OneSkill } from './targets.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** `show`: one skill's entry, its status, its record and the entry as received. */
export async function show(
  ctx: AppContext,
  given: OneSkill & { readonly content: boolean },
): Promise<CommandOutput> {
  const found = await target(ctx, given);
  if (found.kind === 'refused')
    return { ...refusedOutput(found.server.label, found.refused), exit: 0 };
  const { server } = found;
  // Reading comes first, because its result affects the status.
  const contents = given.content ? await contentsOf(ctx, found.skill) : [];
  const skill = ctx.catalogue.at(found.skill) ?? found.skill;
  const standing = skill.standing;
  const record = skill.record;
  const { row } = skillDetail(skill);
  const { raw, ...entry } = skill.entry;
  const files =
    entry.files.kind !== 'listed'
      ? [`content   ${entry.files.kind}`]
      : entry.files.files.map(
          (file) =>
            `file      ${file.path}  ` +
            `${file.size === undefined ? 'unknown size' : exactSize(file.size)}  ` +
            `${file.digest ?? 'no digest'}  ` +
            `${inOneLine(fileWords(skill.held.verdicts.get(file.uri)))}`,
        );
  return {
    json: {
      entry: { ...entry, files: written(entry.files), problems: row.problems },
      standing: standing.kind,
      detail: standing,
      setDigest: setDigestOf(skill.entry),
      metadataDigest: row.metadataDigest,
      checked: row.checked,
      risk: riskJson(riskOf(row)),
      findings: row.findings,
      requests: row.requests,
      record,
      raw,
      ...(given.content
        ? { contents: contents.map(({ uri, verdict, content }) => ({ uri, verdict, ...content })) }
        : {}),
    },
    human: [
      `${skill.entry.name}  (${server.label})`,
      `uri       ${skill.entry.uri}`,
      `status    ${standing.kind}`,
      ...coveredDecision(skill).map((words) => `decision  ${words}`),
      `risk      ${riskLine(skill)}`,
      `dialect   ${skill.entry.dialect}, ${skill.entry.origin}`,
      ...(skill.entry.alsoIn.length > 0 ? [`also in   ${skill.entry.alsoIn.join(', ')}`] : []),
      ...(skill.entry.integrity === 'manifest'
        ? []
        : [
            `digests   ${skill.entry.integrity}` +
              (row.needsReadAll && standing.kind !== 'approved'
                ? '; read all files before it can be approved'
                : ''),
          ]),
      `about     ${skill.entry.description}`,
      ...row.requests.tools.map((tool) => `requests  tool ${tool}`),
      ...row.requests.settings.map(({ field, value }) => `declares  ${field}: ${value}`),
      ...(given.content ? [] : files),
      ...unboundFields(skill.entry).map(
        ({ field, value }) => `unbound   ${field}: ${value} (a decision doesn’t bind it)`,
      ),
      ...row.problems.map((problem) => `problem   ${problem.message}`),
      `metadata  ${row.metadataDigest}`,
      `set       ${setDigestOf(skill.entry) ?? 'none'}`,
      ...contents.flatMap(({ lines }) => lines),
    ],
    exit: 0,
  };
}

/** The value scripts know: a list, or a word in place of it. */
const written = (files: SkillFiles): readonly FileEntry[] | string =>
  files.kind === 'listed' ? files.files : files.kind;
