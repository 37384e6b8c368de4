/** Said of every decision about a skill in a local folder, which no app asks about. */
export const localDecision =
  'Apps read this folder themselves and don’t ask Skillgate: your decision doesn’t keep one from loading the skill.';

/** How apps turn a local skill off in their own settings, whatever it contains. */
export const localSwitches = [
  { app: 'Claude Code', setting: 'skillOverrides', binds: 'the skill’s name' },
  { app: 'Codex', setting: '[[skills.config]]', binds: 'its path or its name' },
  { app: 'opencode', setting: 'permission.skill', binds: 'its name, or a pattern' },
] as const;
