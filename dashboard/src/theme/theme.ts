import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from '@mantine/core';
import { palette } from './palette.ts';

const systemFonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";

/** What people call their things may be one long word. */
const brokenAnywhere = { overflowWrap: 'anywhere' } as const;

/**
 * A list that unfolds. It scrolls itself: a viewport around it could not be reached by keyboard. It stays in the window, and
 * what it offers stays in it, whatever that is called.
 */
const unfoldingList = {
  defaultProps: { withScrollArea: false },
  styles: {
    dropdown: { maxWidth: 'calc(100vw - 1rem)' },
    options: { maxHeight: 240, overflowY: 'auto' },
    option: brokenAnywhere,
  },
} as const;

export const theme: MantineThemeOverride = createTheme({
  colors: palette,
  primaryColor: 'teal',
  primaryShade: 7,
  defaultRadius: 'md',
  fontFamily: systemFonts,
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, 'Liberation Mono', monospace",
  headings: { fontFamily: systemFonts, fontWeight: '600', sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' } } },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    // A click beside a dialog would lose what was typed in it.
    Modal: {
      defaultProps: {
        centered: true,
        closeOnClickOutside: false,
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontWeight: 600, lineHeight: 1.35 }, body: brokenAnywhere },
    },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } }, styles: { body: brokenAnywhere } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Alert: { defaultProps: { p: 'sm' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none' } },
    // Fixed to the window, a list adds nothing to the width of the page while it finds its place.
    Combobox: { defaultProps: { floatingStrategy: 'fixed' } },
    Select: unfoldingList,
    MultiSelect: unfoldingList,
    Autocomplete: unfoldingList,
    TagsInput: unfoldingList,
    Card: { defaultProps: { withBorder: true, padding: 'lg', radius: 'md' } },
  },
});

/** What differs between light and dark. Every pair of text and ground has a contrast of 4.5 or more. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': palette.gray[9],
    '--mantine-color-dimmed': palette.gray[6],
    '--mantine-color-placeholder': palette.gray[5],
    '--mantine-color-error': palette.red[7],
    '--mantine-color-anchor': palette.teal[7],
    '--mantine-color-default-border': palette.gray[3],
    '--parley-sidebar': palette.gray[0],
    '--parley-border': palette.gray[2],
    '--parley-raised': '#ffffff',
    '--parley-hover': palette.gray[1],
    '--parley-current': palette.gray[2],
    ...ofColors({ text: 7, lightText: 8, outline: 7, ground: (shades) => mix(shades[1]!, shades[0]!, 0.5) }),
    '--mantine-color-gray-light': palette.gray[1],
    '--mantine-color-gray-light-hover': palette.gray[2],
  },
  dark: {
    '--mantine-color-body': palette.dark[7],
    '--mantine-color-text': palette.dark[0],
    '--mantine-color-dimmed': palette.dark[2],
    '--mantine-color-placeholder': '#8b949d',
    '--mantine-color-error': palette.red[3],
    '--mantine-color-anchor': palette.teal[3],
    '--mantine-color-default-border': palette.dark[4],
    '--code-bg': palette.dark[8],
    '--combobox-chevron-color': palette.dark[2],
    '--parley-sidebar': palette.dark[8],
    '--parley-border': palette.dark[5],
    '--parley-raised': palette.dark[6],
    '--parley-hover': palette.dark[6],
    '--parley-current': palette.dark[5],
    ...ofColors({ text: 3, lightText: 2, outline: 4, ground: (shades) => mix(shades[7]!, palette.dark[7], 0.3) }),
    '--mantine-color-gray-light': palette.dark[5],
    '--mantine-color-gray-light-hover': palette.dark[4],
    '--mantine-color-gray-light-color': palette.dark[1],
    '--mantine-color-gray-text': palette.dark[1],
    '--mantine-color-gray-outline': palette.dark[3],
  },
});

interface Shades {
  text: number;
  /** On the ground of the variant `light`. */
  lightText: number;
  outline: number;
  ground: (shades: readonly string[]) => string;
}

function ofColors({ text, lightText, outline, ground }: Shades) {
  const variables: Record<string, string> = {};
  for (const [name, shades] of Object.entries(palette)) {
    if (name === 'dark') continue;
    variables[`--mantine-color-${name}-text`] = shades[text]!;
    variables[`--mantine-color-${name}-light`] = ground(shades);
    variables[`--mantine-color-${name}-light-hover`] = ground(shades);
    variables[`--mantine-color-${name}-light-color`] = shades[lightText]!;
    variables[`--mantine-color-${name}-outline`] = shades[outline]!;
    variables[`--mantine-color-${name}-filled`] = shades[7]!;
    variables[`--mantine-color-${name}-filled-hover`] = shades[8]!;
  }
  return variables;
}

/** Two colours, `share` of the first. */
function mix(first: string, second: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(first, at) * share + channel(second, at) * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
