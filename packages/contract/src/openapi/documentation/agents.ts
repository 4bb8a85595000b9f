import { AgentPatch, agentDefaults } from '../../agent.ts';
import type { routes } from '../../routes.ts';
import { exampleAgent, exampleAgentVersion } from './examples/example-agents.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const noSuchAgent: ErrorCase[] = [
  {
    when: 'There is no such agent in this account.',
    fix: 'Take an `agent_id` out of GET /agents.',
    message: `There is no agent ${exampleAgent.agent_id}. GET /v1/agents lists yours.`,
    param: 'agent_id',
  },
];

const noSuchVersion: ErrorCase[] = [
  ...noSuchAgent,
  {
    when: 'The agent has no such version.',
    fix: 'Take a `version` out of GET /agents/{agent_id}/versions.',
    message: `Agent ${exampleAgent.agent_id} has no version 9. GET /v1/agents/${exampleAgent.agent_id}/versions lists them.`,
    param: 'version',
  },
];

const unknownProvider: ErrorCase = {
  when: '`voice_id` or `model` names a provider that this installation has not.',
  fix: 'Name one that the message lists, or connect the provider.',
  message: 'The provider acme is not configured here; builtin is.',
  param: 'voice_id',
};

const brokenScript: ErrorCase = {
  when: 'The model is `builtin/script`, and the script in the prompt has a mistake.',
  fix: 'Correct it at the line and column that `message` names.',
  message: 'The script has a mistake in line 3, column 14: there is no section "nowhere".',
  param: 'prompt',
};

const agentReadOnlyOrUnknown: ErrorCase = {
  when: 'The field is read-only, or not known.',
  fix: 'Leave out what `param` names.',
  message: `version is not known here, or cannot be set. What can be given: ${Object.keys(AgentPatch.shape).join(', ')}.`,
  param: 'version',
};

export const createAgent: RouteDocumentation<typeof routes.createAgent> = {
  tag: 'Agents',
  description: `An agent needs a \`name\` and a \`prompt\`; what is left out has its default. It can be called with at once. No number rings it yet.`,
  responseHeaders: ['Location'],
  request: {
    name: 'Appointment desk',
    prompt: exampleAgent.prompt,
    first_message: exampleAgent.first_message,
    variables: { day: 'tomorrow' },
  },
  response: {
    ...agentDefaults,
    agent_id: exampleAgent.agent_id,
    name: 'Appointment desk',
    prompt: exampleAgent.prompt,
    first_message: exampleAgent.first_message,
    variables: { day: 'tomorrow' },
    phone_number: null,
    version: 1,
    created_at: exampleAgent.created_at,
    updated_at: exampleAgent.created_at,
  },
  errors: { invalid_request: [agentReadOnlyOrUnknown], unprocessable: [unknownProvider, brokenScript] },
  client: `const agent = await parley.agents.create({
  name: 'Appointment desk',
  prompt: 'You call {{name}} for City Dental to confirm the appointment on {{day}}. Be brief and friendly.',
});`,
};

export const deleteAgent: RouteDocumentation<typeof routes.deleteAgent> = {
  tag: 'Agents',
  description:
    'The agent is gone: it is not listed, and POST /call is 404. Its finished calls stay, with their transcripts. An agent that is still in use stays: while a number rings it, a batch of it is not over, or a call of it is under way.',
  response: undefined,
  errors: {
    not_found: noSuchAgent,
    conflict: [
      {
        when: 'A number, a batch or a call uses the agent.',
        fix: 'Do what `message` says, then delete it. {"status": "inactive"} keeps an agent from placing calls at once.',
        message: `Agent ${exampleAgent.agent_id} is in use: the number ${exampleAgent.phone_number} rings it. Take it away there first.`,
      },
    ],
  },
  client: `await parley.agents.delete('${exampleAgent.agent_id}');`,
};

const { settings: _, ...exampleVersionSummary } = exampleAgentVersion;

export const listAgentVersions: RouteDocumentation<typeof routes.listAgentVersions> = {
  tag: 'Agents',
  description:
    'Every version, the newest first: who made it, when, and which fields it changed. GET /agents/{agent_id}/versions/{version} has the settings.',
  response: { data: [exampleVersionSummary], total: exampleAgent.version },
  errors: { not_found: noSuchAgent },
  client: `const { data: versions } = await parley.agents.versions('${exampleAgent.agent_id}');`,
};

export const getAgentVersion: RouteDocumentation<typeof routes.getAgentVersion> = {
  tag: 'Agents',
  description: "The agent as it was. A call's `agent_version` names the version that it was made with.",
  response: exampleAgentVersion,
  errors: { not_found: noSuchVersion },
  client: `const version = await parley.agents.version('${exampleAgent.agent_id}', ${exampleAgentVersion.version});`,
};

export const restoreAgentVersion: RouteDocumentation<typeof routes.restoreAgentVersion> = {
  tag: 'Agents',
  description:
    'Makes a new version with the settings of an older one; no version is ever lost. When the agent has these settings already, nothing changes. The response is the whole agent.',
  response: { ...exampleAgent, version: exampleAgent.version + 1 },
  errors: { not_found: noSuchVersion, unprocessable: [unknownProvider, brokenScript] },
  client: `const agent = await parley.agents.restore('${exampleAgent.agent_id}', 2);`,
};

export const listAgents: RouteDocumentation<typeof routes.listAgents> = {
  tag: 'Agents',
  description: 'All agents of the account, in one page.',
  response: { data: [exampleAgent], total: 1 },
  errors: {},
  client: `const { data: agents } = await parley.agents.list();`,
};

export const getAgent: RouteDocumentation<typeof routes.getAgent> = {
  tag: 'Agents',
  description: 'The whole configuration of an agent.',
  response: exampleAgent,
  errors: { not_found: noSuchAgent },
  client: `const agent = await parley.agents.get('${exampleAgent.agent_id}');`,
};

export const updateAgent: RouteDocumentation<typeof routes.updateAgent> = {
  tag: 'Agents',
  description: `Send the fields to change; what is left out stays. Objects such as \`turn_taking\` are merged field by field, lists and \`variables\` are replaced. The response is the whole agent.

\`version\` goes up by one when something changed. Live calls go on as they began; the next call takes the new version. \`agent_id\`, \`phone_number\`, \`version\` and the times are read-only.`,
  request: {
    prompt: 'You call {{name}} for City Dental to confirm the appointment on {{day}}. Speak slowly.',
    voice_id: 'builtin/slt',
    turn_taking: { endpointing_ms: 800 },
  },
  response: {
    ...exampleAgent,
    prompt: 'You call {{name}} for City Dental to confirm the appointment on {{day}}. Speak slowly.',
    voice_id: 'builtin/slt',
    turn_taking: { ...exampleAgent.turn_taking, endpointing_ms: 800 },
    version: exampleAgent.version + 1,
    updated_at: exampleAgent.updated_at + 600,
  },
  errors: {
    invalid_request: [
      agentReadOnlyOrUnknown,
      {
        when: '`language` is no BCP 47 tag.',
        fix: 'Write it like en-US or de.',
        message: 'language: must be a BCP 47 language tag, for example en-US, or auto',
        param: 'language',
      },
    ],
    not_found: noSuchAgent,
    unprocessable: [unknownProvider, brokenScript],
  },
  client: `const agent = await parley.agents.update('${exampleAgent.agent_id}', {
  prompt: 'You call {{name}} for City Dental to confirm the appointment on {{day}}. Speak slowly.',
  voice_id: 'builtin/slt',
  turn_taking: { endpointing_ms: 800 },
});`,
};
