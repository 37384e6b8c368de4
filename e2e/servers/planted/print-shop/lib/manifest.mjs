import { createHash } from 'node:crypto';

export const uriOf = (skill, file = 'SKILL.md') => `skill://${skill.path}/${file}`;

/** What `skills/list` and `skills/get` say of one skill. */
export function entryOf(skill) {
  return {
    uri: uriOf(skill),
    frontmatter: skill.frontmatter,
    resources: [...skill.files].map(([path, bytes]) => ({
      uri: uriOf(skill, path),
      digest: `sha256:${fingerprint(bytes)}`,
      size: bytes.length,
    })),
  };
}

/** SHA-256 in hexadecimal. */
function fingerprint(bytes) {
  const hash = createHash('sha256').update(bytes).digest();
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
