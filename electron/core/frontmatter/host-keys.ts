/**
 * Fields that some host in use acts on, letters and digits only and in lower case: hosts spell them
 * with hyphens, underscores or capitals. From Agent Skills and from what hosts add to it.
 */
const acted = new Set(
  (
    'name description whentouse ' +
    'allowedtools disallowedtools tools model effort context agent ' +
    'disablemodelinvocation userinvocable userinvokable alwaysapply ' +
    'argumenthint arguments paths globs shell commanddispatch commandtool commandargmode'
  ).split(' '),
);
/** Fields that some host runs or that widen what it may do ("No implicit local execution"). */
const run =
  /^(?:hooks?|scripts?|commands?|run|exec|install|setup|env|environment|mcp[-_]?servers?|permissions?|permission[-_]?mode)$/i;
/**
 * Life-cycle fields: `pre`, `post-install`, `on_load`, `onStop`, `prerun`; not `presentation` or
 * `online`.
 */
const lifeCycle = /^(?:pre|post|on)(?:[-_A-Z].*|install|run|exec|command)?$/;

/** Whether some host runs what the field says, or lets the skill do more because of it. */
export const isRunByHosts = (field: string): boolean => run.test(field) || lifeCycle.test(field);

/** Whether some host does anything because of the field, naming the skill included. */
export const isActedOn = (field: string): boolean =>
  isRunByHosts(field) || acted.has(field.toLowerCase().replaceAll(/[-_]/g, ''));
