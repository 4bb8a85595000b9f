import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as contract from '@parley/contract';
import { expect, expectTypeOf, it } from 'vitest';
import { resourceTypes } from './resource-types.ts';
import type * as resources from './resources.ts';

const inRepository = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

it('are what the contract says; else run: node packages/client/src/write-resources.ts', () => {
  const formatted = spawnSync(
    inRepository('node_modules/.bin/biome'),
    ['format', '--stdin-file-path=packages/client/src/resources.ts'],
    { cwd: inRepository('.'), input: resourceTypes(contract.openApiDocument()), encoding: 'utf8' },
  );
  expect(formatted.stderr).toBe('');
  expect(formatted.stdout === readFileSync(new URL('./resources.ts', import.meta.url), 'utf8')).toBe(true);
});

it("have the types of the contract's schemas, which the compiler checks", () => {
  expectTypeOf<resources.Agent>().toEqualTypeOf<contract.Agent>();
  expectTypeOf<resources.AgentPatch>().toEqualTypeOf<contract.AgentPatchRequest>();
  expectTypeOf<resources.Batch>().toEqualTypeOf<contract.Batch>();
  expectTypeOf<resources.CreateBatch>().toEqualTypeOf<contract.CreateBatchRequest>();
  expectTypeOf<resources.Call>().toEqualTypeOf<contract.CallDetail>();
  expectTypeOf<resources.CallPage>().toEqualTypeOf<contract.CallPage>();
  expectTypeOf<resources.PlaceCall>().toEqualTypeOf<contract.PlaceCallRequest>();
  expectTypeOf<resources.PlacedCall>().toEqualTypeOf<contract.PlacedCall>();
  expectTypeOf<resources.ListCallsQuery>().toEqualTypeOf<contract.ListCalls>();
  expectTypeOf<resources.ListDeliveriesQuery>().toEqualTypeOf<contract.ListDeliveries>();
  expectTypeOf<resources.CallEventList>().toEqualTypeOf<contract.CallEventList>();
  expectTypeOf<resources.StreamEvent>().toEqualTypeOf<contract.StreamEvent>();
  expectTypeOf<resources.CallPeaks>().toEqualTypeOf<contract.CallPeaks>();
  expectTypeOf<resources.Erasure>().toEqualTypeOf<contract.Erasure>();
  expectTypeOf<resources.ExportCallsQuery>().toEqualTypeOf<contract.ExportCalls>();
  expectTypeOf<resources.Suppression>().toEqualTypeOf<contract.Suppression>();
  expectTypeOf<resources.SuppressionPage>().toEqualTypeOf<contract.SuppressionPage>();
  expectTypeOf<resources.CreateSuppression>().toEqualTypeOf<contract.CreateSuppression>();
  expectTypeOf<resources.ListSuppressionsQuery>().toEqualTypeOf<contract.ListSuppressions>();
  expectTypeOf<resources.Webhook>().toEqualTypeOf<contract.Webhook>();
  expectTypeOf<resources.CreatedWebhook>().toEqualTypeOf<contract.CreatedWebhook>();
  expectTypeOf<resources.ChangeWebhook>().toEqualTypeOf<contract.ChangeWebhook>();
  expectTypeOf<resources.WebhookDelivery>().toEqualTypeOf<contract.WebhookDelivery>();
  expectTypeOf<resources.ApiKey>().toEqualTypeOf<contract.ApiKey>();
  expectTypeOf<resources.CreateKey>().toEqualTypeOf<contract.CreateKey>();
  expectTypeOf<resources.CreatedKey>().toEqualTypeOf<contract.CreatedKey>();
  expectTypeOf<resources.User>().toEqualTypeOf<contract.User>();
  expectTypeOf<resources.InvitedUser>().toEqualTypeOf<contract.InvitedUser>();
  expectTypeOf<resources.ChangeUser>().toEqualTypeOf<contract.ChangeUser>();
  expectTypeOf<resources.ErrorCode>().toEqualTypeOf<contract.ErrorCode>();
  expectTypeOf<resources.WebhookEvent>().toEqualTypeOf<contract.WebhookEvent>();
  expectTypeOf<resources.WebhookEvent['type']>().toEqualTypeOf<contract.WebhookEventType>();
});
