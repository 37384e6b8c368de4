import { hostIds, type HostId } from '../../../shared/model/plain.ts';
import { CommandError } from '../call/command.ts';

/** `Claude Code` and `claude_code` mean claude-code. */
const normalizedName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '');

/** One letter more, less or other, or the beginning of a name. */
function isClose(known: string, given: string): boolean {
  if (given.length >= 3 && (known.startsWith(given) || given.startsWith(known))) return true;
  let same = 0;
  while (same < given.length && given[same] === known[same]) same += 1;
  const [left, more] = [known.slice(same), given.slice(same)];
  return [left.slice(1), left].some((rest) => [more.slice(1), more].includes(rest));
}

/** The app that a person means. */
export function readHostName(name: string): HostId {
  const id = hostIds.find((one) => normalizedName(one) === normalizedName(name));
  if (id === undefined) {
    const close = hostIds.find((one) => isClose(normalizedName(one), normalizedName(name)));
    throw new CommandError(
      `${JSON.stringify(name)} is not one of ${hostIds.join(', ')}` +
        (close === undefined ? '' : `; did you mean ${close}?`),
    );
  }
  return id;
}
