// Finds the Node 24 that came with `npm install`, whatever the host has. Runs on Node 20: plain JavaScript only.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Node keeps stripped and compiled modules there from one start to the next. Without it each thread loads the compiler
 * that strips types, 10 to 14 MB, and a start takes half a second longer. Where it cannot write, Node does without.
 */
export const compileCache = { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node') };

/** The path of a Node 24 or later, or undefined when neither npm nor the host brought one. */
export function nodeBinary() {
  const packaged = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined;
}
