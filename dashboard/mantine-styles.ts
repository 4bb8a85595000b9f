import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const BASE = 'virtual:mantine/base.css';
const base = ['default-css-variables', 'baseline', 'global'];

/**
 * Styles of the Mantine components that are used, each with the chunk that uses it: all of them are 40 KB gz. Each has
 * a cascade layer of its own, in the order of Mantine's one file, so that it does not matter which chunk comes first.
 */
export function mantineStyles(): Plugin {
  const directory = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')),
    'styles',
  );
  const styleOf = (name: string) => readFileSync(path.join(directory, `${name}.css`), 'utf8');
  return {
    name: 'mantine-styles',
    enforce: 'pre',
    resolveId: (id) =>
      id.startsWith('virtual:mantine/') ? { id: id.replace('virtual:', '/@'), moduleSideEffects: true } : null,
    load(id) {
      if (id === BASE.replace('virtual:', '/@')) return base.map((name) => layered(name, styleOf(name))).join('\n');
      const name = /^\/@mantine\/(\w+)\.css$/.exec(id)?.[1];
      return name === undefined ? null : layered(name, styleOf(name));
    },
    transform(code, id) {
      const [, part, name] = /@mantine\/(core|notifications|spotlight)\/esm\/.*?(\w+)\.module\.mjs$/.exec(id) ?? [];
      if (part === undefined) return null;
      const style = part === 'core' ? `virtual:mantine/${name}.css` : `@mantine/${part}/styles.layer.css`;
      return { code: `import '${style}';\n${code}`, map: null, moduleSideEffects: true };
    },
    // The first statement that names the layers orders them: nothing may load before this.
    transformIndexHtml: (html) =>
      html.replace('<meta charset="utf-8" />', (first) => `${first}<style>${orderOf(directory)}</style>`),
  };
}

const layered = (name: string, style: string) => `@layer core.${name} {\n${style}\n}`;

/** The statement that orders the layers: by the place of each component in the file that has all. */
function orderOf(directory: string): string {
  const all = readFileSync(path.join(directory, '..', 'styles.css'), 'utf8');
  const names = readdirSync(directory)
    .filter((file) => file.endsWith('.css') && !file.endsWith('.layer.css'))
    .map((file) => path.basename(file, '.css'))
    .filter((name) => !base.includes(name));
  const places = new Map(
    names.map((name) => [name, all.indexOf(readFileSync(path.join(directory, `${name}.css`), 'utf8').trim())]),
  );
  const missing = names.filter((name) => places.get(name) === -1);
  if (missing.length > 0) throw new Error(`no place in Mantine's styles.css for ${missing.join(', ')}`);
  names.sort((a, b) => places.get(a)! - places.get(b)!);
  return `@layer ${[...base, ...names].map((name) => `core.${name}`).join(', ')}, mantine;`;
}
