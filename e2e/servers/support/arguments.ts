/** Value of `--name value`, else of the environment variable `NAME`, else `otherwise`. */
export function option(name: string, otherwise: string): string {
  const index = process.argv.indexOf(`--${name}`);
  return (
    (index === -1 ? undefined : process.argv[index + 1]) ??
    process.env[name.toUpperCase()] ??
    otherwise
  );
}
