import type { FindingSeverity } from '../../../../shared/model/severity.ts';
import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import { inFiles } from '../reading/phrases.ts';
import { hostOf, isLocal } from './addresses.ts';

/*
 * Where package managers get packages from, by every tool's own setting: in its file, in an
 * environment variable, or in text that a script writes into such a file.
 */

/** The public indexes, official builds, and private indexes of well-known hosts. */
const ordinary =
  /https:\/\/(?:[\w-]+\.)*(?:pypi\.org|pythonhosted\.org|npmjs\.org|yarnpkg\.com|npmmirror\.com|download\.pytorch\.org|rubygems\.org|crates\.io|packagist\.org|nuget\.org|maven\.org|maven\.apache\.org|gradle\.org|maven\.google\.com|jitpack\.io|sonatype\.org|r-project\.org|rstudio\.com|anaconda\.org|anaconda\.com|github\.com|gitlab\.com|pkg\.dev|googleapis\.com|amazonaws\.com|azure\.com|visualstudio\.com|jfrog\.io|cloudsmith\.io|hex\.pm|pub\.dev|cocoapods\.org|mirror\.gcr\.io|docker\.io|nvidia\.com|intel\.com|spring\.io|jetbrains\.space|jetbrains\.com|clojars\.org)(?=[/:"'\s\\]|$)/i;
const examples = /example\.(?:com|org|net)|localhost|127\.0|\byour[-_]|<[\w-]+>/i;

/** The indexes that are asked for a package by its name alone. */
const indexes =
  /https:\/\/(?:(?:[\w-]+\.)?pypi\.org|registry\.npmjs\.org|download\.pytorch\.org|registry\.npmmirror\.com|rubygems\.org|files\.pythonhosted\.org)\b/;

export const isPublicIndex = (said: string): boolean => indexes.test(said);

export const isOrdinaryIndex = (said: string): boolean =>
  ordinary.test(said) || examples.test(said) || isLocal(hostOf(said));

const address = String.raw`(https?://[^\s"'\x60\\<>)]+)`;
/** A quote of the text itself, or of a program around it. */
const quote = String.raw`\\?["'\x60]?`;

const settings = pattern(
  [
    'index-url',
    'index_url',
    'uv_',
    'registry',
    'registries',
    'bundle_mirror',
    'hex_mirror',
    'cpan_mirror',
    'allowinsecureprotocol',
    'maven',
    '<mirror>',
    '<repository>',
    '<pluginrepository>',
    '[index]',
    '"composer"',
    '"vcs"',
    '"artifact"',
    '.index]',
    'source',
    'secure-http',
    'repos',
    '<add ',
    'insecure-registries',
    'cran',
    'resolved',
    '.tgz"',
    '.tar.gz"',
    '[patch',
    'ependencies"',
    '@',
    'gem',
  ],
  [
    // pip, uv, pip-tools.
    String.raw`(?:^|[\s"'\x60{;\]]|\\n|` +
      String.raw`--)(?:extra[-_])?index[-_]url${quote}[ \t]*[=: ]+[ \t]*${quote}${address}`,
    String.raw`\b(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:EXTRA_|DEFAULT_)?INDEX(?:_URL)?|` +
      String.raw`NPM_CONFIG_REGISTRY|YARN_(?:NPM_)?REGISTRY\w*|BUNDLE_MIRROR__[\w:/.]+|` +
      String.raw`CARGO_REGISTRIES_\w+_INDEX|HEX_MIRROR\w*|CPAN_MIRROR\w*|` +
      String.raw`GEM_SOURCE)${quote}\]?[ \t]*[=:][ \t]*${quote}${address}`,
    // npm, yarn, pnpm, bun, cargo.
    String.raw`(?:^|[\s"'\x60{]|\\n)(?:@[\w-]+:)?(?:registry|` +
      String.raw`npmRegistryServer)${quote}[ \t]*[=:][ \t]*${quote}(?:sparse\+)?${address}`,
    // Poetry, PDM, pipenv, Bundler.
    String.raw`\[\[(?:tool\.(?:poetry|pdm|uv)\.)?(?:source|` +
      String.raw`index)\]\][^\[]{0,300}?\burl\s*=\s*["']${address}`,
    String.raw`^[ \t]*source[ \t(]+["']${address}["']`,
    // Gradle and Maven.
    String.raw`\bmaven\s*\{[^}]{0,200}?\b(?:url|setUrl)\s*[=(]?\s*(?:uri\()?["']${address}`,
    String.raw`<mirror>[\s\S]{0,400}?<url>\s*${address}`,
    String.raw`<(?:repository|pluginRepository)>[\s\S]{0,300}?<url>\s*${address}`,
    // Composer, NuGet, Docker, R.
    String.raw`"type"\s*:\s*"(?:composer|vcs|artifact)"\s*,\s*"url"\s*:\s*"${address}`,
    String.raw`<add\s+key="[^"]*"\s+value="${address}`,
    String.raw`"(?:insecure-registries|registry-mirrors)"\s*:\s*\[\s*"${address}`,
    // What a lock file or a list of packages takes from elsewhere.
    String.raw`"resolved"\s*:\s*"${address}`,
    String.raw`^[ \t]+resolved\s+"${address}`,
    String.raw`"[@\w./-]{1,80}"\s*:\s*"(?:git\+)?${address}\.(?:tgz|tar\.gz)"`,
    String.raw`"\w{0,20}ependencies"\s*:\s*\{[^}]*"(?:git\+)?${address}`,
    String.raw`\[patch\.[\w."/:-]+\][^\[]{0,300}?\bgit\s*=\s*"${address}`,
    String.raw`^[\w.\[\],-]+[ \t]*@[ \t]*(?:git\+)?${address}`,
    String.raw`^[ \t]*gem[ (][^\n]{1,80}\b(?:git|source):\s*["']${address}`,
    String.raw`\brepos\s*=\s*(?:c\([^)\n]{0,40})?["']${address}`,
  ].join('|'),
);

/** Without these, the index proves nothing about what it serves. */
const unchecked =
  /ssl_verify\s*[=:]\s*[Ff]alse|channel_priority|@ http:|strict-ssl\s*[=:]\s*false|verify-store-integrity\s*=\s*false|trusted[-_]host|DISABLE_CHECKSUM_VALIDATION|SSL_VERIFY_MODE\W+0|gpgcheck\s*=\s*(?:0|false)|\[trusted=yes|--allow-unauthenticated|sumdb\W+off|no-check-certificate|audit\s*=\s*false|unsafeHttpWhitelist|--no-verify|ignore-scripts\s*=\s*false|allowInsecureProtocol|secure-http"\s*:\s*false|integrity[^\n]{0,40}(?:expected|ignore|mismatch)/i;

export interface ForeignIndex {
  readonly start: number;
  readonly end: number;
  readonly severity: FindingSeverity;
}

/** Build files, modules and jobs that another file takes in from an address, by every tool. */
const definitions = pattern(
  [
    'apply',
    'remote',
    'source',
    'fetch',
    'getflake',
    'http_',
    'import',
    'archive',
    'include',
    'mvn/repos',
    'hosted',
    'resolver',
  ],
  [
    // Gradle, sbt, GitLab, Terraform.
    String.raw`\bapply\s*\(?\s*from\s*[:=(]\s*(?:uri\()?["']${address}`,
    String.raw`\bapply\s*\{\s*from\(\s*["']${address}`,
    String.raw`^[ \t]*-?[ \t]*remote[ \t]*:[ \t]*["']?${address}`,
    String.raw`^[ \t]*source[ \t]*=[ \t]*"(?:\w+::)?${address}\.(?:zip|tgz|tar\.\w+)\b`,
    // Nix, Guix, Bazel.
    String.raw`\b(?:fetchTarball|getFlake|fetchurl` +
      String.raw`|fetchzip)\b\s*\(?\s*(?:\{[^}]{0,100}?\burl\s*=\s*)?` +
      String.raw`["']${address}`,
    String.raw`\bhttp_(?:archive|file|jar)\([^)]{0,300}?\burls?\s*=\s*\[?\s*["']${address}`,
    String.raw`\bimport\s+(?:from\s+)?\(?\s*(?:builtins\.)?fetch\w+\s+["']?${address}`,
    // Make, Clojure, Dart, sbt.
    String.raw`^-?include\s+\$\(shell\s[^\n]{0,80}?${address}`,
    String.raw`:mvn/repos\s*\{[^}]{0,200}?:url\s+"${address}`,
    String.raw`\bhosted\s*:\s*(?:\{?\s*(?:name:[^\n]{0,80}\s+)?url\s*:\s*)?["']?${address}`,
    String.raw`\bresolvers\s*\+\+?=[^\n]{0,80}?["']${address}`,
  ].join('|'),
);
const fixed = /\b(?:sha256|sha512|integrity|narHash|hash|checksum)\b\s*[=:]/;

/** What is taken in from an address: high if nothing fixes what it serves. */
function* foreignDefinitions(document: RuleDocument): Generator<ForeignIndex> {
  for (const match of inFiles(document, definitions)) {
    const given = match.groups.find((group) => group !== undefined) ?? '';
    if (given === '' || isOrdinaryIndex(given)) continue;
    const around = document.text.slice(match.start, match.end + 300).split(/\n\s*\n/)[0] ?? '';
    const start = match.start + Math.max(0, match.text.search(/\S/));
    yield { start, end: match.end, severity: fixed.test(around) ? 'medium' : 'high' };
  }
}

/** Settings that name another index: high if nothing checks what it serves. */
export function* foreignIndexes(document: RuleDocument): Generator<ForeignIndex> {
  const { text } = document;
  yield* foreignDefinitions(document);
  for (const match of inFiles(document, settings)) {
    const given = match.groups.find((group) => group !== undefined) ?? '';
    if (given === '' || isOrdinaryIndex(given)) continue;
    // What a guide says against it isn't a setting.
    const fence = document.blocks.find(
      ({ start, end }) => start <= match.start && match.start < end,
    );
    const around = text.slice(
      Math.max(fence?.start ?? 0, match.start - 400),
      Math.min(fence?.end ?? text.length, match.end + 600),
    );
    // A crate that everything else uses comes from there, too.
    const isUnchecked =
      given.startsWith('http:') ||
      /^\[patch|\.(?:tgz|tar\.gz)"$/.test(match.text) ||
      /ependencies"[\s\S]*\.(?:tgz|tar\.gz)$/.test(match.text) ||
      unchecked.test(around);
    const start = match.start + Math.max(0, match.text.search(/\S/));
    // Only packages of one scope come from there, and no public index has these.
    const isScoped =
      /^\W*@[\w-]+:registry/.test(match.text) || /^\s*explicit\s*=\s*true/m.test(around);
    const severity = isUnchecked ? 'high' : isScoped ? 'low' : 'medium';
    yield { start, end: match.end, severity };
  }
}
