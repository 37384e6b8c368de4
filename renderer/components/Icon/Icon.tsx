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

/** Stroke paths on a 16 × 16 grid with 1.4 px strokes; one icon per idea. */
const iconPaths = {
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'm4 4 8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  dot: 'M8 7.2v1.6M7.2 8h1.6',
  circle: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z',
  ring: 'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
  approved: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM5.2 8.2l2 2 3.6-4',
  denied: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM3.8 3.8l8.4 8.4',
  changed: 'M8 2.2 14.4 13.4H1.6L8 2.2ZM8 6.4v3.2M8 11.4v.2',
  expired: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 4.8V8l2.2 1.6',
  session: 'M8 2a6 6 0 1 1-5.6 3.8M8 4.8V8l2.2 1.6M2 2.6v3.2h3.2',
  refused: 'M5.3 2h5.4L14 5.3v5.4L10.7 14H5.3L2 10.7V5.3L5.3 2ZM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  blocked: 'M4 7.2h8v6.3H4V7.2ZM5.5 7.2V5a2.5 2.5 0 0 1 5 0v2.2',
  question:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.2M8 11.2v.1',
  warning: 'M8 2.2 14.4 13.4H1.6L8 2.2ZM8 6.4v3.2M8 11.4v.2',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 7.4v3.4M8 5.1v.1',
  error: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 4.8v4M8 10.9v.1',
  chevronRight: 'm6 3.5 4.5 4.5L6 12.5',
  chevronDown: 'M3.5 6 8 10.5 12.5 6',
  chevronUp: 'M3.5 10 8 5.5 12.5 10',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  arrowLeft: 'M13 8H3M7 4 3 8l4 4',
  arrowRight: 'M3 8h10M9 4l4 4-4 4',
  folder:
    'M2 4.2c0-.7.5-1.2 1.2-1.2h3l1.6 1.8h5c.7 0 1.2.5 1.2 1.2v5.8c0 .7-.5 1.2-1.2 1.2H3.2c-.7 0-1.2-.5-1.2-1.2V4.2Z',
  file: 'M4 2.2h5.2L12.5 5.5v8.3H4V2.2ZM9 2.4v3.3h3.3',
  side: 'M2 3h12v10H2V3ZM6 3v10',
  server: 'M2.5 3h11v4h-11V3ZM2.5 9h11v4h-11V9ZM5 5h.1M5 11h.1',
  skill:
    'M3.2 3.2c1.8-.6 3.4-.4 4.8.6 1.4-1 3-1.2 4.8-.6v9c-1.8-.6-3.4-.4-4.8.6-1.4-1-3-1.2-4.8-.6v-9ZM8 3.8v9',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.3 10.3 13.8 13.8',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  refresh: 'M13.4 8a5.4 5.4 0 1 1-1.7-3.9M13.6 2.2v3h-3',
  copy: 'M5.5 5.5h8v8h-8v-8ZM10.5 5.3V2.5h-8v8h2.8',
  trash: 'M2.8 4.2h10.4M6.2 4V2.4h3.6V4M4.2 4.4l.6 9.2h6.4l.6-9.2M6.8 7v4M9.2 7v4',
  edit: 'M3 13l.6-2.8 7-7a1.3 1.3 0 0 1 1.8 0l.4.4a1.3 1.3 0 0 1 0 1.8l-7 7L3 13Z',
  power: 'M8 2v5M4.6 4.2a5 5 0 1 0 6.8 0',
  link: 'M6.8 9.2 9.2 6.8M7 4.8l1.4-1.4a2.9 2.9 0 0 1 4.1 4.1L11.2 9M9 11.2l-1.4 1.4a2.9 2.9 0 0 1-4.1-4.1L4.8 7',
  external: 'M6.5 3.5H3v9.5h9.5V9.5M9.5 2.5h4v4M13.3 2.7 7.5 8.5',
  settings:
    'M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6M10.2 2.8a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4ZM5.8 9.8a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4Z',
  keyboard: 'M1.8 4h12.4v8H1.8V4ZM4.2 6.5h.1M6.7 6.5h.1M9.2 6.5h.1M11.7 6.5h.1M5 9.5h6',
  terminal: 'M2 3h12v10H2V3ZM4.5 6l2 2-2 2M8.5 10.2h3',
  globe:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM2.2 8h11.6M8 2c1.8 1.6 2.6 3.6 2.6 6s-.8 4.4-2.6 6c-1.8-1.6-2.6-3.6-2.6-6S6.2 3.6 8 2Z',
  import: 'M8 2v7.5M4.8 6.5 8 9.7l3.2-3.2M2.5 11v2.5h11V11',
  play: 'M4.5 3v10l8-5-8-5Z',
  stop: 'M4 4h8v8H4V4Z',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  home: 'M2.5 7.5 8 2.8l5.5 4.7M4 6.5v6.7h8V6.5',
  tool: 'M9.6 2.7a3.6 3.6 0 0 0-3.3 5L2.6 11.4a1.4 1.4 0 0 0 2 2l3.7-3.7a3.6 3.6 0 0 0 4.7-4.5L10.8 7.4 8.6 5.2l2.2-2.2a3.6 3.6 0 0 0-1.2-.3Z',
  image: 'M2.5 3h11v10h-11V3ZM5.5 5.5h.1M2.7 11.5l3.3-3.3 2.5 2.5 2.3-2.3 2.5 2.5',
  diff: 'M8 2.5v6M5 5.5h6M5 12.5h6',
  history: 'M2.6 8a5.4 5.4 0 1 0 1.7-3.9M2.4 2.2v3h3M8 5v3.2l2.2 1.4',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8ZM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z',
  unlink:
    'M4 3l8 10M6 5.2 5 4M3.5 8.5a2.9 2.9 0 0 0 4.1 4.1l.9-.9M12.5 7.5a2.9 2.9 0 0 0-4.1-4.1l-.9.9',
} as const;

export type IconName = keyof typeof iconPaths;
