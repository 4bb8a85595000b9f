import { routes } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Authentication } from '../authentication.ts';
import { endpoint } from '../endpoint.ts';
import { registerAgents } from './agents/register-agents.ts';
import {
  cancelBatchEndpoint,
  createBatchEndpoint,
  getBatchEndpoint,
  getBatchResultsEndpoint,
  listBatchesEndpoint,
  pauseBatchEndpoint,
  resumeBatchEndpoint,
  retryBatchEndpoint,
} from './batches.ts';
import { getCallAudioEndpoint } from './call-audio.ts';
import { getCallDiagnosisEndpoint } from './call-diagnosis.ts';
import { getCallPeaksEndpoint } from './call-peaks.ts';
import { getCallSignallingEndpoint } from './call-signalling.ts';
import {
  createCarrierEndpoint,
  deleteCarrierEndpoint,
  getCarrierEndpoint,
  listCarriersEndpoint,
  testCarrierEndpoint,
  updateCarrierEndpoint,
} from './carriers.ts';
import type { ApiDependencies } from './dependencies.ts';
import {
  deleteDocumentEndpoint,
  getDocumentEndpoint,
  listDocumentsEndpoint,
  searchDocumentsEndpoint,
  updateDocumentEndpoint,
  uploadDocumentEndpoint,
} from './documents.ts';
import { erasePersonEndpoint } from './erasures.ts';
import { listCallEventsEndpoint, streamEventsEndpoint } from './events.ts';
import { exportCallsEndpoint } from './export-calls.ts';
import { getCallEndpoint } from './get-call.ts';
import { hangUpCallEndpoint } from './hang-up-call.ts';
import {
  createKeyEndpoint,
  getKeyEndpoint,
  listKeysEndpoint,
  revokeKeyEndpoint,
  rotateKeyEndpoint,
  updateKeyEndpoint,
} from './keys.ts';
import { listCallsEndpoint } from './list-calls.ts';
import {
  addNumberEndpoint,
  connectNumbersEndpoint,
  deleteNumberEndpoint,
  getNumberEndpoint,
  listAvailableNumbersEndpoint,
  listNumbersEndpoint,
  updateNumberEndpoint,
} from './numbers.ts';
import { callsAMinute, placeCallEndpoint } from './place-call.ts';
import {
  createProviderEndpoint,
  deleteProviderEndpoint,
  getProviderEndpoint,
  listModelsEndpoint,
  listPricesEndpoint,
  listProvidersEndpoint,
  listVoicesEndpoint,
  setPricesEndpoint,
  testProviderEndpoint,
  updateProviderEndpoint,
} from './providers.ts';
import {
  createSoftphoneEndpoint,
  deleteSoftphoneEndpoint,
  getSoftphoneEndpoint,
  listSoftphonesEndpoint,
  updateSoftphoneEndpoint,
} from './softphones.ts';
import {
  createSuppressionEndpoint,
  deleteSuppressionEndpoint,
  getSuppressionEndpoint,
  listSuppressionsEndpoint,
} from './suppressions.ts';
import { transferCallEndpoint } from './transfer-call.ts';
import { testTrunkEndpoint, tryTrunkEndpoint } from './trunk-tests.ts';
import {
  createTrunkEndpoint,
  deleteTrunkEndpoint,
  getTrunkEndpoint,
  listTrunkPresetsEndpoint,
  listTrunksEndpoint,
  updateTrunkEndpoint,
} from './trunks.ts';
import { updateCallEndpoint } from './update-call.ts';
import {
  getUserEndpoint,
  inviteUserEndpoint,
  listUsersEndpoint,
  makeUserLinkEndpoint,
  removeUserEndpoint,
  updateUserEndpoint,
} from './users.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getDeliveryEndpoint,
  getWebhookEndpoint,
  listDeliveriesEndpoint,
  listWebhooksEndpoint,
  redeliverEndpoint,
  rotateSecretEndpoint,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from './webhooks.ts';
import { whisperEndpoint } from './whisper.ts';

export function registerApi(app: FastifyInstance, authentication: Authentication, api: ApiDependencies): void {
  endpoint(app, authentication, routes.placeCall, placeCallEndpoint(api), callsAMinute(api));
  endpoint(app, authentication, routes.listCalls, listCallsEndpoint(api));
  endpoint(app, authentication, routes.getCall, getCallEndpoint(api));
  endpoint(app, authentication, routes.exportCalls, exportCallsEndpoint(api));
  endpoint(app, authentication, routes.getCallDiagnosis, getCallDiagnosisEndpoint(api));
  endpoint(app, authentication, routes.getCallSignalling, getCallSignallingEndpoint(api));
  endpoint(app, authentication, routes.getCallAudio, getCallAudioEndpoint(api));
  endpoint(app, authentication, routes.getCallPeaks, getCallPeaksEndpoint(api));
  endpoint(app, authentication, routes.listCallEvents, listCallEventsEndpoint(api));
  endpoint(app, authentication, routes.streamEvents, streamEventsEndpoint(api));
  endpoint(app, authentication, routes.erasePerson, erasePersonEndpoint(api));
  registerAgents(app, authentication, api);
  endpoint(app, authentication, routes.listDocuments, listDocumentsEndpoint(api));
  endpoint(app, authentication, routes.uploadDocument, uploadDocumentEndpoint(api));
  endpoint(app, authentication, routes.searchDocuments, searchDocumentsEndpoint(api));
  endpoint(app, authentication, routes.getDocument, getDocumentEndpoint(api));
  endpoint(app, authentication, routes.updateDocument, updateDocumentEndpoint(api));
  endpoint(app, authentication, routes.deleteDocument, deleteDocumentEndpoint(api));
  endpoint(app, authentication, routes.createBatch, createBatchEndpoint(api));
  endpoint(app, authentication, routes.listBatches, listBatchesEndpoint(api));
  endpoint(app, authentication, routes.getBatch, getBatchEndpoint(api));
  endpoint(app, authentication, routes.cancelBatch, cancelBatchEndpoint(api));
  endpoint(app, authentication, routes.pauseBatch, pauseBatchEndpoint(api));
  endpoint(app, authentication, routes.resumeBatch, resumeBatchEndpoint(api));
  endpoint(app, authentication, routes.retryBatch, retryBatchEndpoint(api));
  endpoint(app, authentication, routes.getBatchResults, getBatchResultsEndpoint(api));
  endpoint(app, authentication, routes.whisper, whisperEndpoint(api));
  endpoint(app, authentication, routes.transferCall, transferCallEndpoint(api));
  endpoint(app, authentication, routes.updateCall, updateCallEndpoint(api));
  endpoint(app, authentication, routes.hangUpCall, hangUpCallEndpoint(api));
  endpoint(app, authentication, routes.listSoftphones, listSoftphonesEndpoint(api));
  endpoint(app, authentication, routes.createSoftphone, createSoftphoneEndpoint(api));
  endpoint(app, authentication, routes.getSoftphone, getSoftphoneEndpoint(api));
  endpoint(app, authentication, routes.updateSoftphone, updateSoftphoneEndpoint(api));
  endpoint(app, authentication, routes.deleteSoftphone, deleteSoftphoneEndpoint(api));
  endpoint(app, authentication, routes.listSuppressions, listSuppressionsEndpoint(api));
  endpoint(app, authentication, routes.createSuppression, createSuppressionEndpoint(api));
  endpoint(app, authentication, routes.getSuppression, getSuppressionEndpoint(api));
  endpoint(app, authentication, routes.deleteSuppression, deleteSuppressionEndpoint(api));
  endpoint(app, authentication, routes.listWebhooks, listWebhooksEndpoint(api));
  endpoint(app, authentication, routes.createWebhook, createWebhookEndpoint(api));
  endpoint(app, authentication, routes.getWebhook, getWebhookEndpoint(api));
  endpoint(app, authentication, routes.updateWebhook, updateWebhookEndpoint(api));
  endpoint(app, authentication, routes.deleteWebhook, deleteWebhookEndpoint(api));
  endpoint(app, authentication, routes.rotateWebhookSecret, rotateSecretEndpoint(api));
  endpoint(app, authentication, routes.testWebhook, testWebhookEndpoint(api));
  endpoint(app, authentication, routes.listDeliveries, listDeliveriesEndpoint(api));
  endpoint(app, authentication, routes.getDelivery, getDeliveryEndpoint(api));
  endpoint(app, authentication, routes.redeliver, redeliverEndpoint(api));
  endpoint(app, authentication, routes.listNumbers, listNumbersEndpoint(api));
  endpoint(app, authentication, routes.listAvailableNumbers, listAvailableNumbersEndpoint(api));
  endpoint(app, authentication, routes.addNumber, addNumberEndpoint(api));
  endpoint(app, authentication, routes.connectNumbers, connectNumbersEndpoint(api));
  endpoint(app, authentication, routes.getNumber, getNumberEndpoint(api));
  endpoint(app, authentication, routes.updateNumber, updateNumberEndpoint(api));
  endpoint(app, authentication, routes.deleteNumber, deleteNumberEndpoint(api));
  endpoint(app, authentication, routes.listProviders, listProvidersEndpoint(api));
  endpoint(app, authentication, routes.createProvider, createProviderEndpoint(api));
  endpoint(app, authentication, routes.getProvider, getProviderEndpoint(api));
  endpoint(app, authentication, routes.updateProvider, updateProviderEndpoint(api));
  endpoint(app, authentication, routes.deleteProvider, deleteProviderEndpoint(api));
  endpoint(app, authentication, routes.testProvider, testProviderEndpoint(api));
  endpoint(app, authentication, routes.listVoices, listVoicesEndpoint(api));
  endpoint(app, authentication, routes.listModels, listModelsEndpoint(api));
  endpoint(app, authentication, routes.listPrices, listPricesEndpoint(api));
  endpoint(app, authentication, routes.setPrices, setPricesEndpoint(api));
  endpoint(app, authentication, routes.listCarriers, listCarriersEndpoint(api));
  endpoint(app, authentication, routes.createCarrier, createCarrierEndpoint(api));
  endpoint(app, authentication, routes.getCarrier, getCarrierEndpoint(api));
  endpoint(app, authentication, routes.updateCarrier, updateCarrierEndpoint(api));
  endpoint(app, authentication, routes.deleteCarrier, deleteCarrierEndpoint(api));
  endpoint(app, authentication, routes.testCarrier, testCarrierEndpoint(api));
  endpoint(app, authentication, routes.listTrunks, listTrunksEndpoint(api));
  endpoint(app, authentication, routes.listTrunkPresets, listTrunkPresetsEndpoint());
  endpoint(app, authentication, routes.createTrunk, createTrunkEndpoint(api));
  endpoint(app, authentication, routes.getTrunk, getTrunkEndpoint(api));
  endpoint(app, authentication, routes.updateTrunk, updateTrunkEndpoint(api));
  endpoint(app, authentication, routes.deleteTrunk, deleteTrunkEndpoint(api));
  endpoint(app, authentication, routes.tryTrunk, tryTrunkEndpoint(api));
  endpoint(app, authentication, routes.testTrunk, testTrunkEndpoint(api));
  endpoint(app, authentication, routes.listKeys, listKeysEndpoint(api));
  endpoint(app, authentication, routes.createKey, createKeyEndpoint(api));
  endpoint(app, authentication, routes.getKey, getKeyEndpoint(api));
  endpoint(app, authentication, routes.updateKey, updateKeyEndpoint(api));
  endpoint(app, authentication, routes.rotateKey, rotateKeyEndpoint(api));
  endpoint(app, authentication, routes.revokeKey, revokeKeyEndpoint(api));
  endpoint(app, authentication, routes.listUsers, listUsersEndpoint(api));
  endpoint(app, authentication, routes.inviteUser, inviteUserEndpoint(api));
  endpoint(app, authentication, routes.getUser, getUserEndpoint(api));
  endpoint(app, authentication, routes.updateUser, updateUserEndpoint(api));
  endpoint(app, authentication, routes.makeUserLink, makeUserLinkEndpoint(api));
  endpoint(app, authentication, routes.removeUser, removeUserEndpoint(api));
}
