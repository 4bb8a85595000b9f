import type { MantineColorsTuple } from '@mantine/core';

/**
 * Ten shades each, 0 the lightest. Shade 7 is what is filled: white on it has a contrast of 4.5 or more. Mantine's own
 * colours have not.
 */
export const palette = {
  gray: ['#f8f9fa', '#f1f3f4', '#e4e7ea', '#d0d5da', '#9aa2ab', '#717a84', '#58616b', '#434b54', '#2a3037', '#171b20'],
  dark: ['#e6e9ec', '#c9cfd4', '#a3abb3', '#58616b', '#353c44', '#272d33', '#1c2126', '#14181c', '#0e1114', '#090b0d'],
  teal: ['#effcf9', '#cdf7ee', '#9bebdd', '#60d8c8', '#2fbdae', '#14a194', '#0d8278', '#0f6f68', '#115952', '#134a45'],
  green: ['#f0fdf4', '#dcfce7', '#bbf7d0', '#86efac', '#4ade80', '#22c55e', '#16a34a', '#157a3b', '#166534', '#14532d'],
  red: ['#fef2f2', '#fee2e2', '#fecaca', '#fca5a5', '#f87171', '#ef4444', '#dc2626', '#b91c1c', '#991b1b', '#7f1d1d'],
  yellow: [
    '#fffbeb',
    '#fef3c7',
    '#fde68a',
    '#fcd34d',
    '#fbbf24',
    '#f59e0b',
    '#d97706',
    '#a84d08',
    '#92400e',
    '#78350f',
  ],
  blue: ['#eff6ff', '#dbeafe', '#bfdbfe', '#93c5fd', '#60a5fa', '#3b82f6', '#2563eb', '#1d4ed8', '#1e40af', '#1e3a8a'],
  violet: [
    '#f5f3ff',
    '#ede9fe',
    '#ddd6fe',
    '#c4b5fd',
    '#a78bfa',
    '#8b5cf6',
    '#7c3aed',
    '#6d28d9',
    '#5b21b6',
    '#4c1d95',
  ],
} as const satisfies Record<string, MantineColorsTuple>;
