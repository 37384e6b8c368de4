/** Apps that can turn a local skill off in their own settings, by its name alone. */
export const localSwitches = 'Claude Code, Codex and opencode';

/** Said of every decision about a skill in a local folder, which no app asks about. */
export const localDecision =
  `Apps read this folder themselves and don’t ask Skillgate. ${localSwitches} can follow ` +
  'your decision, by the skill’s name alone, once you turn that on under Protected apps.';
