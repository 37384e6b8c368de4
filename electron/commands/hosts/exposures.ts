import { skillExposures, type SkillExposure } from '../../core/hosts/host.ts';
import { CommandError } from '../call/command.ts';

/** The values of `--expose`; `skills` is the extension, which is always there. */
export const readExposures = (words: readonly string[]): readonly SkillExposure[] =>
  words.map((word) => {
    const known = skillExposures.find((one) => one === word);
    if (known === undefined)
      throw new CommandError(
        `--expose takes ${skillExposures.join(', ')}, not ${JSON.stringify(word)}`,
      );
    return known;
  });
