// Writes src/routeTree.gen.ts, as a build does: for the type checker, where nothing was built yet.
import { Generator, getConfig } from '@tanstack/router-generator';

const root = import.meta.dirname;
await new Generator({ config: getConfig({ disableLogging: true }, root), root }).run();
