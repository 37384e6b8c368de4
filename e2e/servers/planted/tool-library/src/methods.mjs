import { refused } from './errors.mjs';
import { baseName, folderType, typeOf } from './media.mjs';
import { allFiles, fileAt, mainFile, pages, skills } from './skills.mjs';

const complete = { resultType: 'complete' };
/** The table changes with a new version of this program, not before. */
const cached = { ...complete, ttlMs: 300_000, cacheScope: 'public' };

const resourcesPerPage = 12;
const resources = skills.flatMap((skill) =>
  skill.files.map(({ uri, path }) => ({
    uri,
    name: baseName(path),
    mimeType: typeOf(path),
    ...(path === mainFile ? { name: skill.name, description: skill.description } : {}),
  })),
);

/** What is asked for and what answers; `server/discover` is in `discover.mjs`. */
export const methods = {
  'skills/list': ({ cursor }) => {
    const at = cursor === undefined ? 0 : pages.findIndex(({ key }) => key === cursor);
    if (at < 0) throw refused(`There is no page ${cursor}`);
    const next = pages[at + 1];
    return {
      ...cached,
      skills: pages[at].skills.map(({ entry }) => entry),
      ...(next === undefined ? {} : { nextCursor: next.key }),
    };
  },

  'skills/get': ({ uri }) => {
    const skill = skills.find(({ entry }) => entry.uri === uri);
    if (skill === undefined) throw refused(`No skill is served at ${uri}`);
    return { ...cached, skill: skill.entry };
  },

  'resources/list': ({ cursor }) => {
    const from = cursor === undefined ? 0 : Number(cursor);
    if (!Number.isInteger(from) || from < 0 || from >= resources.length)
      throw refused(`There is no page ${cursor}`);
    const next = from + resourcesPerPage;
    return {
      ...cached,
      resources: resources.slice(from, next),
      ...(next < resources.length ? { nextCursor: String(next) } : {}),
    };
  },

  'resources/read': ({ uri }) => {
    const file = fileAt(uri);
    if (file === undefined) throw refused(`No resource is served at ${uri}`);
    const content = { uri, mimeType: typeOf(file.path), text: file.bytes.toString('utf8') };
    return { ...cached, contents: [content] };
  },

  'resources/directory/read': ({ uri, cursor }) => {
    // Folders are small: all children come at once, and no cursor was ever given out.
    if (cursor !== undefined) throw refused('That is no cursor of this folder');
    const children = new Map();
    for (const file of allFiles()) {
      if (!file.uri.startsWith(`${uri}/`)) continue;
      const [name, ...deeper] = file.uri.slice(uri.length + 1).split('/');
      const mimeType = deeper.length > 0 ? folderType : typeOf(name);
      children.set(name, { uri: `${uri}/${name}`, name, mimeType });
    }
    if (children.size === 0) throw refused(`${uri} is not a directory resource`);
    return { ...complete, resources: [...children.values()] };
  },
};
