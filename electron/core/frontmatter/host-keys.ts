/**
 * Fields of Agent Skills and of hosts that some host in use acts on. Only lowercase letters and
 * digits, because hosts spell them with hyphens, underscores or capitals.
 */
const acted = new Set(
  (
    'name description whentouse ' +
    'allowedtools disallowedtools tools model effort context agent ' +
    'disablemodelinvocation userinvocable userinvokable alwaysapply ' +
    'argumenthint arguments paths globs shell commanddispatch commandtool commandargmode'
  ).split(' '),
);
/** Fields that some host runs, or that let a skill do more ("No implicit local execution"). */
const run =
  /^(?:hooks?|scripts?|commands?|run|exec|install|setup|env|environment|mcp[-_]?servers?|permissions?|permission[-_]?mode)$/i;
/**
 * Lifecycle fields: `pre`, `post-install`, `on_load`, `onStop`, `prerun`, but not `presentation` or
 * `online`.
 */
const lifeCycle = /^(?:pre|post|on)(?:[-_A-Z].*|install|run|exec|command)?$/;

/** Whether some host runs the field's value, or lets the skill do more because of it. */
export const isRunByHosts = (field: string): boolean => run.test(field) || lifeCycle.test(field);

/** Whether some host uses the field at all, even if only to name the skill. */
export const isActedOn = (field: string): boolean =>
  isRunByHosts(field) || acted.has(field.toLowerCase().replaceAll(/[-_]/g, ''));
