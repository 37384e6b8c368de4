import { codes, RpcError } from './rpc.mjs';

/**
 * One page of a list that is made when it is asked for. A cursor names the list and the place in
 * it, `LIST:PLACE`, so that one that was given out for another list is refused.
 */
export function pageOf(items, { list, cursor, size }) {
  const from = cursor === undefined ? 0 : placeIn(list, cursor);
  const page = items.slice(from, from + size);
  const next = from + page.length;
  return next < items.length ? { page, nextCursor: written(list, next) } : { page };
}

const written = (list, place) => Buffer.from(`${list}:${place}`).toString('base64url');

function placeIn(list, cursor) {
  const text = Buffer.from(String(cursor), 'base64url').toString('utf8');
  const colon = text.lastIndexOf(':');
  const place = Number(text.slice(colon + 1));
  if (text.slice(0, colon) !== list || !Number.isInteger(place) || place < 1)
    throw new RpcError(codes.params, 'That is no cursor of this list');
  return place;
}
