import { iconPaths, type IconName } from './paths.ts';

export type { IconName } from './paths.ts';

/** A decorative 16 px stroke icon. Text or a label beside it must carry its meaning, too. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  const heavy = name === 'more' || name === 'dot';
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={heavy ? 2.2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
