import { useCopied } from '../copy-text.ts';
import type { IconName } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';

/** A small button that copies text and briefly confirms it. */
export function CopyButton({
  text,
  label,
  icon = 'copy',
}: {
  readonly text: string;
  readonly label: string;
  readonly icon?: IconName;
}) {
  const [copied, put] = useCopied(text);
  return (
    <IconButton
      small
      icon={copied ? 'check' : icon}
      label={copied ? 'Copied' : label}
      onPress={put}
    />
  );
}
