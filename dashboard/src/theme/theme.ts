import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from '@mantine/core';
import { palette } from './palette.ts';

const systemFonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";

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
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none' } },
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
    ...ofColors({ text: 7, light: 0, lightHover: 1, lightText: 8, outline: 7 }),
  },
  dark: {
    '--mantine-color-body': palette.dark[8],
    '--mantine-color-text': palette.dark[0],
    '--mantine-color-dimmed': palette.dark[2],
    '--mantine-color-placeholder': '#8b949d',
    '--mantine-color-error': palette.red[3],
    '--mantine-color-anchor': palette.teal[3],
    '--mantine-color-default': palette.dark[7],
    '--mantine-color-default-hover': palette.dark[6],
    '--mantine-color-default-border': palette.dark[5],
    '--parley-sidebar': palette.dark[9],
    '--parley-border': palette.dark[6],
    '--parley-raised': palette.dark[7],
    '--parley-hover': palette.dark[7],
    ...ofColors({ text: 3, light: 9, lightHover: 8, lightText: 2, outline: 4 }),
    '--mantine-color-gray-light': palette.dark[6],
    '--mantine-color-gray-light-hover': palette.dark[5],
    '--mantine-color-gray-light-color': palette.dark[1],
    '--mantine-color-gray-text': palette.dark[1],
    '--mantine-color-gray-outline': palette.dark[3],
  },
});

function ofColors(shade: { text: number; light: number; lightHover: number; lightText: number; outline: number }) {
  const variables: Record<string, string> = {};
  for (const [name, shades] of Object.entries(palette)) {
    if (name === 'dark') continue;
    variables[`--mantine-color-${name}-text`] = shades[shade.text]!;
    variables[`--mantine-color-${name}-light`] = shades[shade.light]!;
    variables[`--mantine-color-${name}-light-hover`] = shades[shade.lightHover]!;
    variables[`--mantine-color-${name}-light-color`] = shades[shade.lightText]!;
    variables[`--mantine-color-${name}-outline`] = shades[shade.outline]!;
    variables[`--mantine-color-${name}-filled`] = shades[7]!;
    variables[`--mantine-color-${name}-filled-hover`] = shades[8]!;
  }
  return variables;
}
