import type { Problem } from '../../shared/model/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { isWellFormed } from './json.ts';
import { foldedForm } from './normal-form.ts';
import { problem } from './problem.ts';

/**
 * URIs of skills and their files. The server writes all of them, and this file decides what lies in
 * a skill's folder. URIs are split here, compared exactly as received and never normalized: two
 * spellings that a normalizer joins are two URIs to the server, and a person approved only one.
 */

/** A well-formed URI, split. `prefix` is `scheme:` with the slashes after it. */
interface Parts {
  readonly scheme: string;
  readonly prefix: string;
  readonly segments: readonly string[];
  readonly decoded: readonly string[];
}

/**
 * The folder of a skill. `folder` is the `SKILL.md` URI without `/SKILL.md`; `name` its last
 * segment, decoded.
 */
export interface SkillFolder {
  readonly folder: string;
  readonly scheme: string;
  readonly name: string;
}

const mapping = 'Resource Mapping';
const suffix = '/SKILL.md';
const shape = /^([A-Za-z][A-Za-z0-9+.-]*):(\/{0,3})/;
const control = /[\u0000-\u001f\u007f-\u009f]/;
const plainSegment = /^[A-Za-z0-9_~!$&'()*+,;=:-][A-Za-z0-9._~!$&'()*+,;=:-]*$/;
/**
 * Every segment is plain, so none needs decoding or separate checks, as in nearly every URI of a
 * listing.
 */
const plainUri =
  /^([A-Za-z][A-Za-z0-9+.-]*):(\/{0,3})([A-Za-z0-9_~!$&'()*+,;=:-][A-Za-z0-9._~!$&'()*+,;=:-]*(?:\/[A-Za-z0-9_~!$&'()*+,;=:-][A-Za-z0-9._~!$&'()*+,;=:-]*)*)$/;
const encodedAgain = /%(?:2e|2f|5c|00)/i;
/** In UTF-16 code units. */
export const longestUri = 8_192;

/** One decoded segment, or why it's refused. */
function decodeSegment(segment: string, authority: boolean): Result<string, string> {
  if (plainSegment.test(segment)) return ok(segment);
  if (segment === '') return err('has an empty segment');
  let decoded = segment;
  if (segment.includes('%')) {
    try {
      decoded = decodeURIComponent(segment);
    } catch {
      return err('has an invalid percent-escape');
    }
  }
  if (decoded === '.' || decoded === '..') return err('has a dot segment');
  if (decoded.includes('\\')) return err('has a backslash');
  if (decoded.includes('/')) return err('has an encoded slash');
  if (control.test(decoded)) return err('has a control character');
  // A server that decodes twice would see a separator or a dot segment here.
  if (encodedAgain.test(decoded)) return err('has a doubly encoded separator');
  if (authority && decoded.includes('@')) return err('has user info');
  return ok(decoded);
}

function parse(uri: string): Result<Parts, string> {
  if (uri.length > longestUri) return err(`is over ${longestUri} characters`);
  const plain = plainUri.exec(uri);
  if (plain !== null) {
    const [, scheme = '', slashes = '', path = ''] = plain;
    const segments = path.split('/');
    return ok({ scheme, prefix: `${scheme}:${slashes}`, segments, decoded: segments });
  }
  if (!isWellFormed(uri)) return err('has a lone surrogate');
  const match = shape.exec(uri);
  if (match === null) return err('has no scheme');
  const [prefix = '', scheme = '', slashes = ''] = match;
  if (uri.includes('?')) return err('has a query');
  if (uri.includes('#')) return err('has a fragment');
  const segments = uri.slice(prefix.length).split('/');
  const decoded: string[] = [];
  for (const [at, segment] of segments.entries()) {
    const one = decodeSegment(segment, at === 0 && slashes === '//');
    if (!one.ok) return one;
    decoded.push(one.value);
  }
  return ok({ scheme, prefix, segments, decoded });
}

/**
 * The folder of the skill whose `SKILL.md` is at `uri`, in any scheme ("Resource Mapping"). Errors:
 * `uri-malformed`, `uri-not-skill-md`.
 */
export function skillFolder(uri: string): Result<SkillFolder, Problem> {
  const parsed = parse(uri);
  if (!parsed.ok) {
    return err(
      problem('uri-malformed', `The skill's URI ${parsed.error}.`, {
        field: 'uri',
        expected: 'a URI of the form scheme://path/name/SKILL.md',
        actual: uri,
        clause: mapping,
      }),
    );
  }
  const { segments, decoded, scheme } = parsed.value;
  const name = decoded.at(-2);
  if (segments.at(-1) !== 'SKILL.md' || name === undefined) {
    return err(
      problem(
        'uri-not-skill-md',
        "The skill's URI does not end with /SKILL.md in a named folder.",
        {
          field: 'uri',
          expected: 'a URI ending with /<name>/SKILL.md',
          actual: uri,
          clause: mapping,
        },
      ),
    );
  }
  return ok({ folder: uri.slice(0, -suffix.length), scheme, name });
}

/**
 * The path of a file relative to a skill's folder, decoded once. The file must have the
 * skill's own scheme and lie strictly inside its folder ("Resources"; "Origin-scoped resource
 * reads"). Errors: `resource-uri`, `resource-scheme`, `resource-outside-folder`.
 */
export function pathInFolder(folder: SkillFolder, fileUri: string): Result<string, Problem> {
  const inside = `${folder.folder}/`;
  // A plain URI decodes to itself and starts with a well-formed folder's whole text, including
  // scheme and slash.
  if (fileUri.startsWith(inside) && fileUri.length <= longestUri && plainUri.test(fileUri))
    return ok(fileUri.slice(inside.length));
  const parsed = parse(fileUri);
  if (!parsed.ok)
    return err(
      problem('resource-uri', `The file's URI ${parsed.error}.`, {
        expected: `a URI inside ${folder.folder}/`,
        actual: fileUri,
        clause: 'Resources',
      }),
    );
  const { scheme, decoded } = parsed.value;
  // Compared after parsing: `skill://a` is also a prefix of `skill://a.evil`, and `skill:` of
  // `skill-x:`.
  if (scheme.toLowerCase() !== folder.scheme.toLowerCase()) {
    return err(
      problem('resource-scheme', "The file's URI has a different scheme than the skill.", {
        expected: `${folder.scheme}:`,
        actual: fileUri,
        clause: 'Resources',
      }),
    );
  }
  if (!fileUri.startsWith(inside)) {
    return err(
      problem('resource-outside-folder', "The file is not inside the skill's folder.", {
        expected: `a URI inside ${inside}`,
        actual: fileUri,
        clause: 'Resources',
      }),
    );
  }
  const below = fileUri.slice(inside.length).split('/').length;
  return ok(decoded.slice(-below).join('/'));
}

/**
 * Like `pathInFolder`, for callers that have the skill's URI. Also returns the errors of
 * `skillFolder`.
 */
export function pathInSkill(skillUri: string, fileUri: string): Result<string, Problem> {
  const folder = skillFolder(skillUri);
  return folder.ok ? pathInFolder(folder.value, fileUri) : folder;
}

/**
 * The URI that a reference in a skill's text points to: a path relative to the skill's root,
 * resolved as a file system would ("Relative References"), or an absolute URI inside the skill's
 * folder. A fragment is dropped, because it points into the file. Anything that leaves the folder
 * is refused; the text's author controls `ref`.
 */
export function resolveInSkill(skillUri: string, ref: string): Result<string, Problem> {
  const folder = skillFolder(skillUri);
  if (!folder.ok) return folder;
  const hash = ref.indexOf('#');
  const target = hash === -1 ? ref : ref.slice(0, hash);
  if (shape.test(target)) {
    const inside = pathInFolder(folder.value, target);
    return inside.ok ? ok(target) : inside;
  }
  const refuse = (why: string): Result<string, Problem> =>
    err(
      problem('resource-outside-folder', `The reference ${why}.`, {
        expected: `a path inside ${folder.value.folder}/`,
        actual: ref,
        clause: 'Relative References',
      }),
    );
  if (target === '') return refuse('names no file');
  if (target.startsWith('/')) return refuse('is not relative to the skill');
  const resolved: string[] = [];
  for (const segment of target.split('/')) {
    if (segment === '.') continue;
    if (segment !== '..') resolved.push(segment);
    else if (resolved.pop() === undefined) return refuse("leaves the skill's folder");
  }
  const uri = `${folder.value.folder}/${resolved.join('/')}`;
  const inside = pathInFolder(folder.value, uri);
  return inside.ok ? ok(uri) : inside;
}

const escapes = /(?:%[0-9A-Fa-f]{2})+/g;

/**
 * What two URIs share if a person or file system could confuse them: percent-escapes decoded once,
 * invisible characters dropped, NFC, case folded. For finding twins only; nothing is ever requested
 * or stored under this key.
 */
export function twinKey(uri: string): string {
  const decoded = uri.includes('%') ? uri.replace(escapes, decodeText) : uri;
  return foldedForm(decoded);
}

/** Percent-decoded, or the text itself if it can't be decoded. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
