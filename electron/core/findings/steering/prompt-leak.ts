import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const leaks = pattern(
  [
    'prompt',
    'everything',
    'the text',
    'all text',
    'the words',
    'instruction',
    'rules',
    'guidelines',
    'message',
  ],
  String.raw`\b(?:reveal|print|output|show|repeat|dump|display|disclose|leak|recite|write\s+(?:out|down))\s+(?:\w+\s+){0,4}?(?:(?:your|its|claude['’]s|the\s+(?:model|assistant|agent)['’]s)\s+)(?:\w+\s+){0,2}?(?:system|hidden|initial|developer|internal|secret)\s+(?:prompts?|instructions?|messages?|rules|guidelines)\b` +
    String.raw`|\b(?:repeat|print|output)\s+(?:everything|all\s+(?:the\s+)?text|the\s+(?:text|words))\s+(?:above|before\s+this)\b`,
);

/** P06. */
export const promptLeak = rule({
  id: 'P06',
  family: 'steering',
  severity: 'medium',
  title: "Asks for the model's hidden instructions",
  why: "A system prompt holds the app's rules and often its secrets. Skills rarely need it.",
  confusedWith: 'Lessons on writing prompts that show the system prompt of their own example.',
  look: (document) => phrases(document, leaks),
});
