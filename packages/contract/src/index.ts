export * from './account.ts';
export * from './agent.ts';
export * from './agent-draft.ts';
export * from './agent-template.ts';
export * from './agent-test.ts';
export * from './agent-tool.ts';
export * from './agent-version.ts';
export * from './analytics.ts';
export * from './audit.ts';
export { AUTO_LANGUAGE } from './auto-language.ts';
export * from './batch.ts';
export * from './batch-check.ts';
export * from './call.ts';
export * from './call-cost.ts';
export * from './call-event.ts';
export * from './caller-identity.ts';
export * from './carrier.ts';
export * from './changed-by.ts';
export * from './dashboard-routes.ts';
export * from './diagnosis.ts';
export * from './document.ts';
export * from './end-reason.ts';
export * from './erasure.ts';
export * from './error.ts';
export * from './extraction.ts';
export * from './home.ts';
export * from './inbox.ts';
export * from './json-schema.ts';
export * from './key.ts';
export * from './language-tag.ts';
export * from './live.ts';
export * from './number.ts';
export * from './openapi/index.ts';
export * from './outbound-proxy.ts';
export * from './permission.ts';
export * from './price.ts';
export * from './provider.ts';
export * from './retention.ts';
export * from './routes.ts';
export * from './session.ts';
export * from './softphone.ts';
export * from './suppression.ts';
export * from './telephony.ts';
export * from './text.ts';
export * from './time-zone.ts';
export { ToolHeader } from './tool-header.ts';
export {
  CANNOT_REFER,
  cannotRefer,
  defaultTransferWay,
  givenTransferWayFields,
  TransferCallTool,
  type TransferWay,
  transferWayFields,
} from './transfer-tool.ts';
export * from './trunk.ts';
export * from './trunk-preset.ts';
export * from './user.ts';
export * from './variables-webhook.ts';
export * from './webhook.ts';
export * from './webhook-event.ts';
