/** Identifies a skill across servers. Labels and URIs hold no newline. */
export const skillKey = (server: string, uri: string) => `${server}\n${uri}`;
