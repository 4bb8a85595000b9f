import { CallDetail, CallExport, CallPage, CallPeaks, ExportCalls, ListCalls, PlaceCall, PlacedCall } from '../call.ts';
import { CallEventList } from '../call-event.ts';
import { Whisper } from '../live.ts';
import { Empty, type Route } from './route.ts';

export const callRoutes = {
  placeCall: {
    method: 'POST',
    path: '/call',
    summary: 'Trigger an outbound call',
    permission: 'calls:write',
    body: PlaceCall,
    success: { status: 201, body: PlacedCall },
    errors: ['not_found', 'conflict', 'unprocessable'],
  },
  listCalls: {
    method: 'GET',
    path: '/calls',
    summary: 'List calls',
    permission: 'calls:read',
    query: ListCalls,
    success: { status: 200, body: CallPage },
    errors: [],
  },
  getCall: {
    method: 'GET',
    path: '/calls/{call_id}',
    summary: 'Retrieve a call',
    permission: 'calls:read',
    success: { status: 200, body: CallDetail },
    errors: ['not_found'],
  },
  exportCalls: {
    method: 'GET',
    path: '/calls/export',
    summary: 'Export calls',
    permission: 'calls:read',
    query: ExportCalls,
    success: { status: 200, body: CallExport },
    csv: 'A line for each call, under a line of names; times in UTC (ISO 8601)',
    errors: [],
  },
  listCallEvents: {
    method: 'GET',
    path: '/calls/{call_id}/events',
    summary: 'List the events of a call',
    permission: 'calls:read',
    success: { status: 200, body: CallEventList },
    errors: ['not_found'],
  },
  getCallPeaks: {
    method: 'GET',
    path: '/calls/{call_id}/peaks',
    summary: 'Retrieve the peaks of a recording',
    permission: 'calls:read',
    success: { status: 200, body: CallPeaks },
    errors: ['not_found'],
  },
  whisper: {
    method: 'POST',
    path: '/calls/{call_id}/whisper',
    summary: 'Whisper to the agent of a live call',
    permission: 'calls:write',
    body: Whisper,
    success: { status: 204 },
    errors: ['not_found', 'unprocessable'],
  },
  hangUpCall: {
    method: 'POST',
    path: '/calls/{call_id}/hangup',
    summary: 'Hang up a call',
    permission: 'calls:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 200, body: CallDetail },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
