import { tagOf } from './digests.mjs';
import { typeOf } from './media.mjs';
import { skills } from './skills.mjs';

/** One file for people, `/leaflets/TOOL/FILE`. */
export function leaflet(pathname, request, response) {
  const [, , name, ...path] = pathname.split('/');
  const skill = skills.find((one) => one.name === name);
  const file = skill?.files.find((one) => one.path === path.join('/'));
  if (file === undefined) return void response.writeHead(404).end();
  const etag = `"${tagOf(file.bytes)}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  response.writeHead(200, { 'content-type': `${typeOf(file.path)}; charset=utf-8`, etag });
  response.end(request.method === 'HEAD' ? undefined : file.bytes);
}
