import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { inCode } from '../reading/phrases.ts';
import type { ShellCommand } from '../reading/commands.ts';
import type { RuleDocument } from '../document.ts';
import { rule, type RuleHit } from '../rule.ts';
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
  *look(document) {
    const { commands } = document;
    yield* settings(document);
    for (const match of inCode(document, indexSettings))
      if (!isOrdinary(document.text.slice(match.start, match.end))) yield at(match);
    for (const command of commands) {
      const severity = weight(command);
      if (severity !== null) yield at(command, { severity });
    }
  },
});

/**
 * An index that nothing checks: over plain HTTP, or with its proofs turned off. An environment's
 * setting holds for everything that's built later, too.
 */
const indexSettings = pattern(
  [
    'goproxy',
    'gonosum',
    'goinsecure',
    'goflags',
    'trusted=yes',
    'gosumdb',
    'index-url',
    'ssl_verify',
    '.whl',
    '.tar.gz',
  ],
  String.raw`\bGOPROXY\s*=\s*["']?http:\/\/[^\s"']+|\bGOFLAGS\s*=\s*["']?-insecure\b|\bGOINSECURE\s*=\s*["']?\*|\b(?:GONOSUMDB|GONOSUMCHECK|GONOSUM)\s*=\s*["']?(?:\*|1)|\bGOSUMDB\s*=\s*["']?off\b|(?:--extra-index-url|--index-url)[ =]+https?:\/\/[^\s"']+|\bssl_verify\s*:\s*false\b|[\w.-]+\s*@\s*http:\/\/[^\s"']+\.(?:whl|tar\.gz)\b|\bdeb(?:-src)?\s+\[[^\]\n]{0,200}\btrusted=yes\b[^\]\n]{0,200}\]\s*https?:\/\/[^\s"']+`,
);

const isOrdinary = (text: string): boolean =>
  ordinary.test(text) || /example\.(?:com|org|net)|localhost|127\.0/.test(text);

/** Settings of package managers that name another index, in a file or a fence of them. */
function* settings({ text, path, kind, blocks }: RuleDocument): Generator<RuleHit> {
  const isFile =
    /(?:^|\/)[._]?(?:npmrc|yarnrc(?:\.yml)?|pip\.conf|pip\.ini|bunfig\.toml|pnpmrc|condarc)(?:\.\w+)?$/i.test(
      path,
    );
  if (!isFile && kind.kind !== 'markdown') return;
  for (const match of text.matchAll(registries)) {
    const start = match.index + (match[1] ?? '').length;
    const isShown = blocks.some(
      (one) => one.kind === 'fence' && one.start <= start && start < one.end,
    );
    if (
      (!isFile && !isShown) ||
      ordinary.test(match[0]) ||
      /example|localhost|127\.0/.test(match[0])
    )
      continue;
    const around = text.slice(Math.max(0, start - 400), start + 600);
    const severity = unchecked.test(around) ? 'high' : 'medium';
    yield { start, end: match.index + match[0].length, severity };
  }
}

const registries =
  /(^|\n)[ \t]*(?:(?:@[\w-]+:)?registry|(?:- )?--(?:extra-)?index-url(?= )|index-url|extra-index-url|npmRegistryServer)[ \t]*[=: ][ \t]*["']?https?:\/\/[^\s"']+/g;
/** Without these, the index proves nothing about what it serves. */
const unchecked =
  /ssl_verify\s*[=:]\s*[Ff]alse|channel_priority|@ http:|strict-ssl\s*[=:]\s*false|verify-store-integrity\s*=\s*false|trusted-host\s*=|unsafeHttpWhitelist|--no-verify|ignore-scripts\s*=\s*false|integrity[^\n]{0,40}(?:expected|ignore|mismatch)/i;

/** Settings that last: every later install on the machine asks the other index, too. */
const lasting: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [
    /^go$/,
    /^env -w .*\bGO(?:PROXY|NOSUMDB|NOSUMCHECK|INSECURE|FLAGS)\S*(?:=https?:|='?\*|=off|=-insecure|=1)/,
  ],
  [/^gem$/, /^sources? (?:-a|--add) /],
  [/^conda$|^mamba$/, /^config .*--(?:add|prepend) channels https?:/],
  [/^helm$/, /^repo add \S+ http:/],
  [/^(?:apt-add-repository|add-apt-repository)$/, /\btrusted=yes\b/],
  [/^(?:echo|printf|tee)$/, /\bdeb(?:-src)? \[[^\]]*trusted=yes/],
];

/** Programs that fetch what an address or a repository holds and run it at once. */
const runners: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^deno$/, /^(?:run|eval|install|serve)\b.*\shttps?:(?!\/\/(?:deno\.land\/std|jsr\.io))/],
  [/^(?:npx|bunx|pnpx)$/, /^(?:-\S+ )*(?:github:|gitlab:|git\+|https?:)/],
  [
    /^(?:mshta|regsvr32|rundll32|wmic|cscript|wscript|hh|installutil)$/,
    /https?:\/\/[\w[$]|javascript:|vbscript:/i,
  ],
  [/^msiexec$/, /\/q[nb]?\b[\s\S]*https?:|https?:[\s\S]*\/q[nb]?\b/i],
  [/^brew$/, /^(?:install|reinstall|cask install) .*https?:\S+\.rb/],
];

function weight({ name, args }: ShellCommand): FindingSeverity | null {
  const said = args.map(({ text }) => text).join(' ');
  if (runners.some(([program, words]) => program.test(name) && words.test(said))) return 'high';
  if (
    lasting.some(([program, words]) => program.test(name) && words.test(said)) &&
    !/proxy\.golang\.org|rubygems\.org/.test(said)
  )
    return 'high';
  if (!/^(?:pip3?|pipx|uv|uvx|npm|npx|pnpm|yarn|bun|bunx|gem|cargo|go)$/.test(name)) return null;
  const words = args.map(({ text }) => text);
  const setting =
    /^config set (?:-\S+ )*(?:registry|global\.index-url|global\.extra-index-url)[ =](https?:\S+)/.exec(
      words.join(' '),
    )?.[1];
  if (
    setting !== undefined &&
    !ordinary.test(setting) &&
    !/example\.(?:com|org|net)|localhost/.test(setting)
  )
    return setting.startsWith('http:') ? 'high' : 'medium';
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
    /^[^:]*:\/\/(?:git@)?(?:github\.com|raw\.githubusercontent\.com|gitlab\.com|codeberg\.org|bitbucket\.org)\//.test(
      address,
    )
  )
    return /@v?\d|@[0-9a-f]{40}|\/releases\/download\//.test(address) ? 'low' : 'medium';
  return 'high';
}

/** The public indexes, and the addresses of official builds for one kind of hardware. */
const ordinary =
  /https:\/\/(?:(?:[\w-]+\.)?pypi\.org|registry\.npmjs\.org|download\.pytorch\.org|registry\.npmmirror\.com|rubygems\.org|files\.pythonhosted\.org)\b/;
