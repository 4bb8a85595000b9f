// The architecture: who may import whom. Everything that this table does not permit is refused.
// `*` in a place stands for every file below it.

/** Packages stand apart; a package imports these and no others. */
const packageImports = {
  contract: [],
  client: ['contract'],
  audio: [],
  rtp: ['audio'],
  // What SDP negotiates is what an RTP session is configured with.
  sip: ['rtp'],
  conversation: ['audio'],
  providers: ['audio', 'conversation'],
  'simulated-phone': ['audio', 'rtp', 'sip', 'providers'],
};

/** Rooms of the server; a room imports itself, `kernel`, these rooms and these packages. Data flows downward only. */
const rooms = {
  kernel: { rooms: [], packages: ['contract'] },
  db: { rooms: [], packages: [] },
  jobs: { rooms: ['db'], packages: [] },
  audit: { rooms: ['db'], packages: ['contract'] },
  models: { rooms: [], packages: ['contract', 'providers'] },
  providers: { rooms: ['db', 'audit'], packages: ['contract', 'providers'] },
  documents: { rooms: ['db', 'audit', 'jobs', 'providers'], packages: ['contract'] },
  agents: { rooms: ['db', 'audit', 'providers', 'documents'], packages: ['contract'] },
  prices: { rooms: ['db', 'audit'], packages: ['contract'] },
  softphones: { rooms: ['db', 'audit'], files: ['carriers/carrier.ts'], packages: ['contract'] },
  trunks: { rooms: ['db', 'audit'], files: ['carriers/carrier.ts'], packages: ['contract'] },
  numbers: { rooms: ['db', 'audit', 'trunks'], packages: ['contract'] },
  accounts: { rooms: ['db', 'audit', 'agents', 'numbers'], packages: ['contract'] },
  compliance: { rooms: ['db', 'audit'], packages: ['contract'] },
  idempotency: { rooms: ['db'], packages: [] },
  recordings: { rooms: ['db', 'audit'], files: ['media/recording-file.ts'], packages: ['audio', 'contract'] },
  webhooks: { rooms: ['db', 'audit', 'jobs', 'recordings'], packages: ['contract'] },
  media: {
    rooms: [],
    files: ['carriers/carrier.ts'],
    packages: ['audio', 'contract', 'conversation', 'providers', 'rtp'],
  },
  carriers: {
    rooms: ['db', 'softphones', 'trunks'],
    files: ['media/frame-message.ts', 'numbers/number-seller.ts'],
    packages: ['audio', 'contract', 'rtp', 'sip'],
  },
  tools: { rooms: ['agents', 'webhooks'], packages: ['contract'] },
  calls: {
    rooms: [
      'tools',
      'db',
      'audit',
      'jobs',
      'accounts',
      'agents',
      'compliance',
      'documents',
      'idempotency',
      'numbers',
      'prices',
      'providers',
      'recordings',
      'softphones',
      'trunks',
      'webhooks',
    ],
    files: ['carriers/carrier.ts', 'carriers/signalling.ts', 'media/media.ts', 'media/recording-file.ts'],
    packages: ['contract'],
  },
  doctor: {
    rooms: ['db', 'calls'],
    files: ['carriers/signalling.ts', 'carriers/connection-remedies.ts', 'media/media.ts'],
    packages: ['contract', 'sip'],
  },
  batches: {
    rooms: [
      ...[
        'db',
        'audit',
        'jobs',
        'accounts',
        'agents',
        'compliance',
        'idempotency',
        'numbers',
        'prices',
        'webhooks',
        'calls',
      ],
    ],
    packages: ['contract'],
  },
  analysis: { rooms: ['db'], files: ['calls/call-analyst.ts'], packages: ['contract', 'providers'] },
  analytics: { rooms: ['db', 'recordings', 'calls'], packages: ['contract'] },
  retention: { rooms: ['db', 'audit', 'accounts', 'compliance', 'recordings'], packages: ['contract'] },
  start: {
    rooms: ['db', 'webhooks'],
    files: ['app-state.ts', 'carriers/reachable.ts'],
    packages: ['contract', 'providers'],
  },
  http: {
    rooms: [
      'tools',
      'db',
      'audit',
      'jobs',
      'accounts',
      'agents',
      'compliance',
      'documents',
      'numbers',
      'prices',
      'providers',
      'recordings',
      'softphones',
      'trunks',
      'webhooks',
      'calls',
      'batches',
      'doctor',
      'analytics',
      'retention',
    ],
    files: [
      'carriers/carrier.ts',
      'carriers/browser/browser-leg.ts',
      'carriers/media-stream/calls-by-key.ts',
      'carriers/public-way/way-proof.ts',
      'carriers/telnyx/telnyx-door.ts',
      'carriers/twilio/twilio-door.ts',
      'media/frame-message.ts',
      'media/rehearsal.ts',
      'media/vendor-desk.ts',
    ],
    packages: ['contract'],
  },
};

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const packageRules = Object.entries(packageImports).map(([name, allowed]) => ({
  name: `package-${name}`,
  severity: 'error',
  from: { path: `^packages/${name}/` },
  to: { path: '^(packages|server)/', pathNot: [name, ...allowed].map((other) => `^packages/${other}/`) },
}));

const roomRules = Object.entries(rooms).map(([name, { rooms: allowed, files = [], packages }]) => ({
  name: `room-${name}`,
  severity: 'error',
  from: { path: `^server/src/${name}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^(packages|server)/',
    pathNot: [
      ...[name, 'kernel', ...allowed].map((room) => `^server/src/${room}/`),
      ...files.map((file) => `^server/src/${escaped(file)}$`),
      ...packages.map((other) => `^packages/${other}/`),
    ],
  },
}));

export default {
  forbidden: [
    ...packageRules,
    ...roomRules,
    {
      name: 'dashboard-by-the-contract',
      comment: 'The dashboard knows the service by its interface alone, and nothing else knows the dashboard.',
      severity: 'error',
      from: { path: '^dashboard/' },
      to: { path: '^(packages|server|tests|bench|scripts)/', pathNot: '^packages/(contract|client)/' },
    },
    {
      name: 'nothing-out-of-the-dashboard',
      severity: 'error',
      from: { pathNot: '^dashboard/' },
      to: { path: '^dashboard/' },
    },
    {
      name: 'vendors-in-the-media-thread-alone',
      comment:
        'Speech and models are made in the media thread; app.ts and the command line take the demo agents, and `models` those that are installed; `analysis` asks models when a call is over. What vendors hear and speak is data.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: ['^server/src/(media/thread|models|analysis)/', '^server/src/app\\.ts$', '^server/src/cli/'],
      },
      // Which ports HTTP clients refuse is known at the start, and which patterns are searched when an agent is made.
      to: {
        path: '^packages/providers/',
        pathNot: '^packages/providers/src/(transport/refused-port|(languages|patterns)/index)\\.ts$',
      },
    },
    {
      name: 'sip-in-its-carrier-alone',
      comment: 'The doctor reads what the carrier has kept.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '^server/src/(carriers/sip|doctor)/',
          '^server/src/carriers/connection-remedies\\.ts$',
          '^server/src/app\\.ts$',
          '\\.test\\.ts$',
        ],
      },
      to: { path: '^packages/sip/' },
    },
    {
      name: 'packages-by-their-door',
      comment: 'What a package does not export is its own.',
      severity: 'error',
      from: { path: '^(packages/([^/]+)|server|dashboard|bench|tests|examples)/' },
      to: {
        path: '^packages/([^/]+)/src/(?!index\\.ts$|(chat|languages|open-models|patterns|provider)/index\\.ts$|(auto-language|simulated-phone-thread|srtp/suite|transport/refused-port)\\.ts$|testing/index\\.ts$)',
        pathNot: ['^packages/$2/', '^packages/simulated-phone/src/main\\.ts$'],
      },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, path: '^(\\.|@parley/)' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(node_modules|/dist/)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx'],
    },
  },
};
