import { iconPaths } from './icon-paths.ts';

export type IconName = keyof typeof iconPaths;

interface IconProps {
  name: IconName;
  /** Pixels; 18 when left out. */
  size?: number;
}

/** Decoration only: what it means is said in words beside it, or in the button's `aria-label`. */
export function Icon({ name, size = 18 }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
