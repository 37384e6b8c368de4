/** A JSON string without its quotes; returns anything else, even invalid JSON, unchanged. */
export function textOfJson(json: string): string {
  if (!json.startsWith('"')) return json;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}
