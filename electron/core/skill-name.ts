import { normalForm } from './normal-form.ts';

/** Agent Skills as its reference checker reads it: letters and digits of any script. */
const inReference = /^(?!-)(?!.*--)[\p{L}\p{N}-]{1,64}(?<!-)$/u;
/** Alphabets with letters that look the same. */
const alikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/** Whether the reference checker of Agent Skills accepts the name. */
export function isTakenByReference(name: string): boolean {
  const form = normalForm(name.trim(), 'NFKC');
  return inReference.test(form) && form === form.toLowerCase();
}

/**
 * Whether a name in another script can be listed: the reference checker accepts it as it's written,
 * so that all readers compare the same characters. The attacker is a server that writes another
 * skill's name with letters of two alphabets that look alike.
 */
export const isNameInOtherScript = (name: string): boolean =>
  name === normalForm(name, 'NFKC') &&
  name === name.trim() &&
  isTakenByReference(name) &&
  alikeScripts.filter((script) => script.test(name)).length < 2;
