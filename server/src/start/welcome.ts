import { Permission } from '@parley/contract';
import type { App } from '../app-state.ts';

/** What a start tells a person. Secrets are in it at the first start only. */
export function welcome(app: App, configuredKey: string | undefined): string {
  const base = `${app.url}/v1`;
  const lines = ['', `Parley is ready.`, '', `  Base address   ${base}`];
  lines.push(`  Reference      ${app.url}/docs`);
  lines.push(...dashboard(app));
  // A key that the operator gave is known already, and logs are read by others.
  const key = configuredKey === undefined ? app.firstAccount?.apiKey : undefined;
  if (key !== undefined) lines.push(`  API key        ${key}   (shown once: keep it)`);
  else if (app.firstAccount) lines.push('  API key        the one in PARLEY_API_KEY');
  if (app.accountOfOtherKeys !== undefined) lines.push(...otherKeys(app.accountOfOtherKeys));
  if (app.agent) lines.push(`  Agent          ${app.agent.agentId}   (${app.agent.name})`);
  if (app.newWebhookSecret) lines.push(`  Webhook secret ${app.newWebhookSecret}   (shown once: keep it)`);
  lines.push(`  Telephony      ${telephony(app)}`);
  if (app.recoveredCalls > 0) lines.push(`  Recovered      ${recovered(app.recoveredCalls)}`);
  if (app.agent) lines.push('', ...firstCall(base, key ?? '$PARLEY_API_KEY', app.agent.agentId, key === undefined));
  return lines.join('\n');
}

function recovered(calls: number): string {
  return calls === 1 ? '1 call of the last run was ended' : `${calls} calls of the last run were ended`;
}

function telephony({ trunk, accountTrunks, carrierAccounts }: App): string {
  const ofCarriers = Object.entries(carrierAccounts)
    .filter(([, count]) => count > 0)
    .map(([carrier, count]) => (count === 1 ? `1 ${carrier} account` : `${count} ${carrier} accounts`));
  if (trunk === null && accountTrunks === 0 && ofCarriers.length === 0)
    return 'simulated: no carrier is connected, so no real phone rings';
  const ofAccounts = accountTrunks === 1 ? '1 trunk of an account' : `${accountTrunks} trunks of accounts`;
  const ways = [
    ...(trunk === null ? [] : [`trunk ${trunk}`]),
    ...(accountTrunks === 0 ? [] : [ofAccounts]),
    ...ofCarriers,
  ];
  return `${ways.join(' and ')}: numbers outside +1 202-555-0100…0199 are real`;
}

/** Until there is an owner each start shows another link; the one before it is void. */
function dashboard({ url, ownerLink }: App): string[] {
  if (ownerLink === null) return [`  Dashboard      ${url}/`];
  return [
    // Two spaces, as it is documented: programs look for this line.
    `  Dashboard  ${ownerLink}`,
    '                 (works once, within 24 hours; the person who opens it becomes the owner)',
  ];
}

function otherKeys(accountId: string): string[] {
  const command = `npm run -s parley -- keys create --account ${accountId} --permissions ${Permission.options.join(',')}`;
  return [
    '  API key        PARLEY_API_KEY is not a key of this installation: it is used at the first start alone.',
    `                 To make a key: ${command}`,
  ];
}

function firstCall(base: string, key: string, agentId: string, needsKey: boolean): string[] {
  const body = { agent_id: agentId, recipient_phone: '+12025550101', variables: { name: 'Maria Lopez' } };
  return [
    needsKey ? 'Place a call (with your key in PARLEY_API_KEY):' : 'Place the first call:',
    '',
    `  curl -sS ${base}/call \\`,
    `    -H "Authorization: Bearer ${key}" \\`,
    '    -H "Content-Type: application/json" \\',
    `    -d '${JSON.stringify(body)}'`,
    '',
  ];
}
