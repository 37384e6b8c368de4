/** Identifies a skill across servers; labels and URIs contain no newline. */
export const skillKey = (server: string, uri: string) => `${server}\n${uri}`;
