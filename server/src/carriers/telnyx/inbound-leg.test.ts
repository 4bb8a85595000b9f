import { expect, test } from 'vitest';
import { TelnyxServer } from '../../../../tests/support/telnyx/telnyx-server.ts';
import { CallCommands } from './call-commands.ts';
import { TelnyxInboundLeg } from './inbound-leg.ts';
import { TelnyxClient } from './telnyx-client.ts';

test('a caller who gives up before the answer has canceled, whatever the cause is called', async () => {
  const telnyx = await TelnyxServer.start();
  const { connectionId, apiKey } = telnyx;
  let isOver = false;
  const leg = new TelnyxInboundLeg(
    {
      ...{ callControlId: 'v3:one', to: '+14155559001', from: null, identity: null },
      addresses: { key: 'key', streamUrl: 'ws://127.0.0.1:9', webhookUrl: 'http://127.0.0.1:9' },
    },
    {
      account: {
        ...{ carrierId: null, accountId: null, route: 'telnyx', name: 'one' },
        ...{ connectionId, apiKey, publicKey: telnyx.key.publicKey },
      },
      commands: new CallCommands(new TelnyxClient(apiKey, telnyx.baseUrl), connectionId),
      onOver: () => {
        isOver = true;
      },
    },
  );
  leg.report({
    event_type: 'call.hangup',
    payload: { call_control_id: 'v3:one', hangup_cause: 'normal_clearing', sip_hangup_cause: 'unspecified' },
  });
  leg.answer();
  const events = [];
  for await (const event of leg.events) events.push(event);
  expect(events).toMatchObject([{ type: 'ended', by: 'network', endReason: 'canceled' }]);
  expect([isOver, telnyx.requests]).toEqual([true, []]);
  telnyx.close();
});
