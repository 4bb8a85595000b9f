import type { Page } from 'playwright-core';
import type { Service } from '../../support/service.ts';
import { fillWithBatches } from './sample-batches.ts';
import { placeCall } from './sample-calls.ts';
import { fillWithKnowledge } from './sample-knowledge.ts';
import { settled, visit } from './watched-page.ts';

export interface DashboardPage {
  /** Of its screenshots. */
  name: string;
  path: string;
  /** Seen without a login. */
  isPublic?: boolean;
  /** What is done on it, such as opening a dialog. */
  open?: (page: Page) => Promise<void>;
  /** How the public interface fails while it is open: its own errors are no finding then. */
  failure?: 'offline' | 'server error';
}

const PUBLIC_INTERFACE = '**/v1/**';
/** Of the simulated phone: talks until the agent hangs up, half a minute. */
const TALKS_ON = '+12025550114';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

function dialog(name: string, path: string, label: string | RegExp): DashboardPage {
  return { name, path, open: (page) => button(page, label).click() };
}

/** Its address opens its dialog. */
const opensItself = async () => {};

/** Opens it, and resolves when it is as it stays. */
export async function show(page: Page, { path, open, failure }: DashboardPage): Promise<void> {
  if (failure !== undefined) {
    await page.route(PUBLIC_INTERFACE, (route) =>
      failure === 'offline' ? route.abort() : route.fulfill({ status: 503, body: 'upstream is gone' }),
    );
  }
  await visit(page, path);
  if (failure !== undefined) await page.getByRole('alert').first().waitFor();
  if (open) {
    await open(page);
    await page.getByRole('dialog').first().waitFor();
    await settled(page);
  }
  // What is live pulses without an end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  );
  await page.unroute(PUBLIC_INTERFACE);
}

/** Every page of the dashboard, for what holds for all of them. A new page is added here. Some call has to be over that was answered, and one that was not. */
export async function allPages(service: Service): Promise<DashboardPage[]> {
  const [agents, calls, talks] = await Promise.all([
    service.request('GET', '/agents'),
    service.request('GET', '/calls?status=failed'),
    service.request('GET', '/calls?status=completed'),
  ]);
  const agentId: string = agents.body.data[0].agent_id;
  const callId: string = calls.body.data[0].call_id;
  const talkId: string = talks.body.data[0].call_id;
  const { batchId, webhookId } = await fillWithBatches(service);
  const { agentId: equippedId, documentId } = await fillWithKnowledge(service);
  return [
    { name: 'login', path: '/login', isPublic: true },
    { name: 'used-link', path: '/welcome/used', isPublic: true },
    { name: 'home', path: '/' },
    { name: 'first-minute', path: '/welcome' },
    { name: 'agents', path: '/agents' },
    { name: 'agent-new', path: '/agents/new' },
    { name: 'agent', path: `/agents/${agentId}` },
    { name: 'agent-versions', path: `/agents/${agentId}/versions` },
    { name: 'agent-tools', path: `/agents/${equippedId}` },
    { name: 'knowledge', path: '/knowledge' },
    { name: 'calls', path: '/calls' },
    { name: 'numbers', path: '/numbers' },
    { name: 'trunks', path: '/trunks' },
    dialog('trunk-twilio', '/trunks', 'Connect Twilio'),
    dialog('trunk-telnyx', '/trunks', 'Connect Telnyx'),
    { name: 'trunk-new', path: '/trunks?trunk=new' },
    { name: 'call', path: `/calls/${talkId}` },
    { name: 'call-failed', path: `/calls/${callId}` },
    { name: 'call-responses', path: `/calls/${talkId}?tab=timing` },
    { name: 'call-cost', path: `/calls/${talkId}?tab=cost` },
    { name: 'call-line', path: `/calls/${talkId}?tab=line` },
    { name: 'call-failed-line', path: `/calls/${callId}?tab=line` },
    { name: 'call-events', path: `/calls/${talkId}?tab=events` },
    { name: 'analytics', path: '/analytics' },
    { name: 'nowhere', path: '/settings/nothing-like-that' },
    { name: 'batches', path: '/batches' },
    { name: 'batch', path: `/batches/${batchId}` },
    { name: 'new-batch', path: '/batches/new' },
    { name: 'webhooks', path: '/settings/webhooks' },
    { name: 'webhook', path: `/settings/webhooks/${webhookId}` },
    { name: 'webhook-inbox', path: '/settings/webhooks/inbox' },
    { name: 'suppressions', path: '/settings/suppressions' },
    { name: 'retention', path: '/settings/retention' },
    { name: 'providers', path: '/settings/providers' },
    { name: 'provider-new', path: '/settings/providers?provider=new' },
    { name: 'prices', path: '/settings/prices' },
    ...['profile', 'security', 'sessions', 'account', 'plan', 'users', 'audit', 'keys'].map((page) => ({
      name: `settings-${page}`,
      path: `/settings/${page}`,
    })),
    { name: 'calls-offline', path: '/calls', failure: 'offline' },
    { name: 'calls-error', path: '/calls', failure: 'server error' },
    { name: 'palette', path: '/numbers', open: (page) => page.keyboard.press('Control+k') },
    dialog('call-place', '/calls', 'Place a call'),
    { name: 'document', path: `/knowledge?document=${documentId}`, open: opensItself },
    dialog('tool-http', `/agents/${equippedId}`, 'Change find_order'),
    dialog('tool-mcp', `/agents/${equippedId}`, 'Change calendar'),
    dialog('tool-transfer', `/agents/${equippedId}`, 'Change Transfer the call'),
    dialog('number-buy', '/numbers', 'Buy a number'),
    dialog('number-connect', '/numbers', 'Connect your own'),
    dialog('batch-again', `/batches/${batchId}`, 'Call again'),
    dialog('key-create', '/settings/keys', 'Create API key'),
    dialog('user-invite', '/settings/users', 'Invite user'),
    dialog('app-set-up', '/settings/security', 'Set up app'),
    dialog('webhook-create', '/settings/webhooks', 'New webhook'),
    dialog('webhook-delivery', `/settings/webhooks/${webhookId}`, /^call\./),
    dialog('price-set', '/settings/prices', 'Set a price'),
    dialog('suppression-add', '/settings/suppressions', 'Add a number'),
    dialog('suppressions-add', '/settings/suppressions', 'Add several'),
    dialog('suppression-remove', '/settings/suppressions', /^Allow calls to/),
  ];
}

export const LIVE_PAGE = 'call-live';

/** A call that lasts, to be opened at once. */
export async function livePage(service: Service): Promise<DashboardPage> {
  const { call_id: callId } = await placeCall(service, TALKS_ON);
  return { name: LIVE_PAGE, path: `/calls/${callId}` };
}
