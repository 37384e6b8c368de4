import { codes, RpcError } from './rpc.mjs';
import { directoryType, typeOf } from './media.mjs';

/** The direct children of the folder at `uri`, folders first. */
export function childrenOf(catalogue, uri) {
  const inside = `${uri}/`;
  const folders = new Map();
  const files = [];
  for (const file of catalogue.files.keys()) {
    if (!file.startsWith(inside)) continue;
    const [name, ...deeper] = file.slice(inside.length).split('/');
    if (deeper.length === 0) files.push({ uri: file, name, mimeType: typeOf(name) });
    else folders.set(name, { uri: inside + name, name, mimeType: directoryType });
  }
  // A folder without anything in it is not kept, so what has no children is no folder.
  if (folders.size + files.length === 0)
    throw new RpcError(codes.params, `${uri} is not a directory resource`);
  return [...folders.values(), ...files];
}
