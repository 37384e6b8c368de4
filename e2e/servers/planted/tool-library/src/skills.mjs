import { digestOf } from './digests.mjs';
import { filesOf } from './render.mjs';
import { shelves } from './table.mjs';
import { nameOf } from './words.mjs';

export const mainFile = 'SKILL.md';

function skillOf(tool, shelf) {
  const name = nameOf(tool.title);
  const root = `skill://${shelf.key}/${name}`;
  const description = tool.about ?? shelf.about;
  const files = [...filesOf(tool, shelf)].map(([path, bytes]) => ({
    uri: `${root}/${path}`,
    path,
    bytes,
  }));
  const entry = {
    uri: `${root}/${mainFile}`,
    frontmatter: { name, description, license: 'CC0-1.0', metadata: { shelf: shelf.key } },
    resources: files.map(({ uri, bytes }) => ({
      uri,
      digest: digestOf(bytes),
      size: bytes.length,
    })),
  };
  return { name, description, root, files, entry };
}

/** One page for each shelf, as in the printed catalogue. */
export const pages = shelves.map((shelf) => ({
  key: shelf.key,
  skills: shelf.tools.map((tool) => skillOf(tool, shelf)),
}));

export const skills = pages.flatMap((page) => page.skills);
const files = new Map(skills.flatMap((skill) => skill.files.map((file) => [file.uri, file])));
export const fileAt = (uri) => files.get(uri);
export const allFiles = () => [...files.values()];
