/** Programs that run what their arguments name. */
export const runner =
  /(?:^|[\\/])(?:node|nodejs|npx|npm|pnpm|pnpx|yarn|bunx?|deno|tsx|ts-node|python[\d.]*w?|pyw?|pipx?|uvx?|ruby|perl|php|lua|java|dotnet|go|cargo|(?:ba|z|da|k|fi)?sh|pwsh|powershell|cmd|env|sudo|exec|xargs|docker|podman|nix|make)(?:\.(?:exe|cmd|bat))?$/i;
/** What a runner does; the program comes after it. */
const verb = /^(?:run|exec|x|dlx|tool|start|create|init|compose|container|shell|develop|module)$/;
/** Options after which a word is no value of theirs. */
const alone =
  /^(?:-y|--yes|-q|--quiet|-u|-i|-it|-E|-s|--rm|--silent|--interactive|--tty|--init|--bun|--isolated|--offline|--no-[\w-]+|--prefer-[\w-]+|-m|-jar|-File|--)$/i;

/**
 * Whether a runner's program is among these arguments for certain: what the runner still takes for
 * the program must not be hidden. A word after an option may be that option's value, or not.
 */
export function namesProgram(args: readonly string[]): boolean {
  return args.some((arg, at) => {
    if (arg === '' || arg.startsWith('-') || /^\/[a-z]$/i.test(arg)) return false;
    if (verb.test(arg) || runner.test(arg) || /^\w+=/.test(arg)) return false;
    const before = args[at - 1] ?? '';
    return !before.startsWith('-') || before.includes('=') || alone.test(before);
  });
}
