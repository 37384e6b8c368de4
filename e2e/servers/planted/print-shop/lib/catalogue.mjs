import { codes, RpcError } from './rpc.mjs';
import { entryOf, uriOf } from './manifest.mjs';

const pageSize = 3;

/** The entries of all skills, made once: the folder is read at the start and not again. */
export class Catalogue {
  constructor(skills) {
    this.skills = skills;
    this.entries = new Map(skills.map((skill) => [uriOf(skill), entryOf(skill)]));
    this.files = new Map(
      skills.flatMap((skill) =>
        [...skill.files].map(([path, bytes]) => [uriOf(skill, path), { skill, path, bytes }]),
      ),
    );
    const entries = [...this.entries.values()];
    const count = Math.ceil(entries.length / pageSize);
    this.pages = Array.from({ length: count }, (_, page) =>
      entries.slice(page * pageSize, (page + 1) * pageSize),
    );
  }

  /** A page of entries; cursors are the numbers of pages, from 1 on as people count. */
  list(cursor = '1') {
    const page = this.pages[Number(cursor) - 1];
    if (page === undefined) {
      if (this.pages.length === 0 && cursor === '1') return { skills: [] };
      throw new RpcError(codes.params, `There is no page ${cursor}`);
    }
    const next = Number(cursor) + 1;
    return next <= this.pages.length
      ? { skills: page, nextCursor: String(next) }
      : { skills: page };
  }

  get(uri) {
    const entry = this.entries.get(uri);
    if (entry === undefined) throw new RpcError(codes.params, `No skill is served at ${uri}`);
    return entry;
  }

  file(uri) {
    const file = this.files.get(uri);
    if (file === undefined) throw new RpcError(codes.params, `No resource is served at ${uri}`);
    return file;
  }
}
