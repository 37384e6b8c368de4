/** A JSON string without its quotes; anything else, also what is no JSON, as it is. */
export function textOfJson(json: string): string {
  if (!json.startsWith('"')) return json;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}
