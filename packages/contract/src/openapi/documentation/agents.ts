import { AgentPatch } from '../../agent.ts';
import type { routes } from '../../routes.ts';
import { exampleAgent } from './examples.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const noSuchAgent: ErrorCase[] = [
  {
    when: 'There is no such agent in this account.',
    fix: 'Take an `agent_id` out of GET /agents.',
    message: `There is no agent ${exampleAgent.agent_id}. GET /v1/agents lists yours.`,
    param: 'agent_id',
  },
];

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
  description: `Send the fields to change; what is left out stays. Objects such as \`turn_taking\` are merged field by field, lists and \`variables\` are replaced. The answer is the whole agent.

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
      {
        when: 'The field is read-only, or not known.',
        fix: 'Leave out what `param` names.',
        message: `version is not known here, or cannot be set. What can be given: ${Object.keys(AgentPatch.shape).join(', ')}.`,
        param: 'version',
      },
      {
        when: '`language` is no BCP 47 tag.',
        fix: 'Write it like en-US or de.',
        message: 'language: must be a BCP 47 language tag, for example en-US',
        param: 'language',
      },
    ],
    not_found: noSuchAgent,
    unprocessable: [
      {
        when: '`voice_id` or `model` names a provider that this installation has not.',
        fix: 'Name one that the message lists, or connect the provider.',
        message: 'The provider nobody is not configured here; builtin is.',
        param: 'voice_id',
      },
    ],
  },
  client: `const agent = await parley.agents.update('${exampleAgent.agent_id}', {
  prompt: 'You call {{name}} for City Dental to confirm the appointment on {{day}}. Speak slowly.',
  voice_id: 'builtin/slt',
  turn_taking: { endpointing_ms: 800 },
});`,
};
