import { dashboardRoutes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Authentication } from '../../authentication.ts';
import { dashboardEndpoint } from '../../endpoint.ts';
import type { AgentPages } from './agent-pages.ts';
import {
  deleteAgentDraftEndpoint,
  getAgentDraftEndpoint,
  publishAgentDraftEndpoint,
  saveAgentDraftEndpoint,
} from './drafts.ts';
import {
  checkAgentEndpoint,
  getAgentImpactEndpoint,
  listAgentActivityEndpoint,
  listAgentTemplatesEndpoint,
  listModelsEndpoint,
  listProviderOutagesEndpoint,
  listVoicesEndpoint,
} from './reading.ts';
import { testChatEndpoint } from './test-chat.ts';
import { testToolEndpoint } from './test-tool.ts';
import { previewVoiceEndpoint, testCallEndpoint } from './tests.ts';

/** Drafts of agents, what they would do, and what they can be made of. */
export function registerAgentPages(app: FastifyInstance, authentication: Authentication, pages: AgentPages): void {
  dashboardEndpoint(app, authentication, dashboardRoutes.listAgentActivity, listAgentActivityEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.listAgentTemplates, listAgentTemplatesEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.checkAgent, checkAgentEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.testChat, testChatEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.testTool, testToolEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.getAgentDraft, getAgentDraftEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.saveAgentDraft, saveAgentDraftEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.deleteAgentDraft, deleteAgentDraftEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.publishAgentDraft, publishAgentDraftEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.testCall, testCallEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.getAgentImpact, getAgentImpactEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.listVoices, listVoicesEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.listProviderOutages, listProviderOutagesEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.previewVoice, previewVoiceEndpoint(pages));
  dashboardEndpoint(app, authentication, dashboardRoutes.listModels, listModelsEndpoint(pages));
}
