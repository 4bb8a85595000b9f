// npm run build:dashboard: what a start does for the dashboard, alone. Tests in the browser run it first.
import { buildDashboard } from './dashboard.mjs';
import { install } from './install.mjs';
import { nodeBinary } from './runtime.mjs';

install('run');
process.exit(buildDashboard(nodeBinary()) ? 0 : 1);
