import {
  type AgentSettings,
  agentDefaults,
  type dashboardRoutes,
  type GivenAgentTool,
  type TestedTool,
} from '@parley/contract';
import { noSuchAgent } from '../../../agents/agent-errors.ts';
import { findAgent } from '../../../agents/agents.ts';
import { keptSecretsOf } from '../../../agents/drafts.ts';
import { keepSecrets, refuseHeaderWithoutValue, sealSecrets } from '../../../agents/tool-secrets.ts';
import { CallVariables } from '../../../calls/call-variables.ts';
import { limitKeyOf, type Principal } from '../../../kernel/principal.ts';
import { RequestError } from '../../../kernel/request-error.ts';
import type { EndpointHandler } from '../../endpoint.ts';
import { RateLimiter } from '../../rate-limiter.ts';
import type { AgentPages } from './agent-pages.ts';
import { imaginedCall } from './imagined-call.ts';

/** Per user, since a test sends requests to any address that the user enters. */
const TESTS_A_MINUTE = 30;

/** The tool alone, with the secrets that it was given, or that it has. */
async function settingsWith(
  pages: AgentPages,
  principal: Principal,
  given: GivenAgentTool,
  agentId: string | undefined,
): Promise<AgentSettings> {
  if (agentId !== undefined && !(await findAgent(pages.db, principal.accountId, agentId))) throw noSuchAgent(agentId);
  const kept = agentId === undefined ? [] : await keptSecretsOf(pages.db, principal, agentId);
  const sealed = sealSecrets({ tools: [given] }, pages.sealing, principal.accountId);
  const { tools } = keepSecrets(sealed, ...kept);
  try {
    refuseHeaderWithoutValue({ tools });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(error.code, error.message, { param: error.param?.replace('tools[0]', 'tool') });
  }
  return { ...agentDefaults, name: 'Test', prompt: 'Test', tools } as AgentSettings;
}

/** Uses one tool once, as an agent would, and says what became of it. */
export function testToolEndpoint(pages: AgentPages): EndpointHandler<(typeof dashboardRoutes)['testTool']> {
  const tests = new RateLimiter(TESTS_A_MINUTE);
  return async ({ principal, body: { agent_id: agentId, tool, name, arguments: args, variables = {} } }) => {
    if (tool.type !== 'http' && tool.type !== 'mcp') {
      throw new RequestError('unprocessable', `${tool.type} is about a call: there is nothing to try without one.`, {
        param: 'tool.type',
      });
    }
    const settings = await settingsWith(pages, principal, tool, agentId);
    tests.count(limitKeyOf(principal));
    const { texts } = new CallVariables({ ...imaginedCall, variables }, settings, new Date());
    const owner = { accountId: principal.accountId, agentId: agentId ?? '' };
    const tools = pages.agentTools.open(owner, settings);
    const startMs = performance.now();
    try {
      await tools.connect();
      const wanted = tool.type === 'http' ? tool.name : name;
      const isAway = tools.warnings.length > 0;
      const outcome =
        isAway || wanted === undefined
          ? null
          : await tools.use(wanted, { arguments: args, variables: texts, signal: new AbortController().signal });
      const error = tools.warnings[0] ?? (outcome?.isError ? outcome.text : null);
      const tested: TestedTool = {
        ok: error === null,
        status: outcome?.status ?? null,
        duration_ms: Math.round(performance.now() - startMs),
        result: outcome && !outcome.isError ? outcome.text : null,
        error,
        variables: outcome?.variables ?? {},
        tools:
          tool.type === 'mcp'
            ? tools.offered.map(({ name: known, description, parameters }) => ({
                name: known,
                description,
                parameters,
              }))
            : null,
      };
      return { body: tested };
    } finally {
      await tools.close();
    }
  };
}
