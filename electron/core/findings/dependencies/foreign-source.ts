import { at } from '../knowledge/places.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule } from '../rule.ts';
import type { FindingSeverity } from '../../../../shared/model/findings.ts';

/** S02. */
export const foreignSource = rule({
  id: 'S02',
  family: 'dependencies',
  severity: 'high',
  title: 'Installs from an address or another index',
  why:
    'A package from an address is whatever it serves at the time. Another index can answer ' +
    'for names that the public one also has.',
  confusedWith:
    "A project's own repository, if its documentation says so. An address of a well-known " +
    'forge is rated low, or medium without a fixed version.',
  *look({ commands }) {
    for (const command of commands) {
      const severity = weight(command);
      if (severity !== null) yield at(command, { severity });
    }
  },
});

function weight({ name, args }: ShellCommand): FindingSeverity | null {
  if (!/^(?:pip3?|pipx|uv|uvx|npm|npx|pnpm|yarn|bun|bunx|gem|cargo|go)$/.test(name)) return null;
  const words = args.map(({ text }) => text);
  const index = words.findIndex((word) =>
    /^(?:-i|--index-url|--extra-index-url|--registry|--index)(?:=|$)/.test(word),
  );
  const given = index === -1 ? '' : `${words[index] ?? ''} ${words[index + 1] ?? ''}`;
  if (/https?:/.test(given) && !ordinary.test(given)) return 'high';
  if (
    !words.some((word) => /^(?:install|i|add|exec|dlx|run|pip|tool)$/.test(word)) &&
    !/^(?:npx|bunx|uvx)$/.test(name)
  )
    return null;
  const address = words.find(
    (word) =>
      /^(?:[\w.[\],-]+\s*@\s*)?(?:git\+)?(?:https?|git|ssh):\/\//.test(word) &&
      !ordinary.test(word),
  );
  if (address === undefined) return null;
  if (
    /^[^:]*:\/\/(?:git@)?(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)\//.test(address)
  )
    return /@v?\d|@[0-9a-f]{40}|\/releases\/download\//.test(address) ? 'low' : 'medium';
  return 'high';
}

/** The public indexes, and the addresses of official builds for one kind of hardware. */
const ordinary =
  /https:\/\/(?:pypi\.org|registry\.npmjs\.org|download\.pytorch\.org|registry\.npmmirror\.com|rubygems\.org|files\.pythonhosted\.org)\b/;
