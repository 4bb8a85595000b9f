import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../../api/v1.ts';

export const callEventsQuery = (callId: string) =>
  queryOptions({
    queryKey: ['calls', callId, 'events'] as const,
    queryFn: ({ signal }) => v1(routes.listCallEvents, { params: { call_id: callId }, signal }),
  });

/** Of a call that is over; its last message may be stored a moment after its end. */
export const callDiagnosisQuery = (callId: string) =>
  queryOptions({
    queryKey: ['calls', callId, 'diagnosis'] as const,
    queryFn: ({ signal }) => v1(routes.getCallDiagnosis, { params: { call_id: callId }, signal }),
  });

/** A recording does not change. */
export const peaksQuery = (callId: string) =>
  queryOptions({
    queryKey: ['call-peaks', callId] as const,
    queryFn: ({ signal }) => v1(routes.getCallPeaks, { params: { call_id: callId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
