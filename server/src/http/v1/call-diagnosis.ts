import type { routes } from '@parley/contract';
import { readDiagnosis } from '../../doctor/call-diagnosis.ts';
import type { EndpointHandler } from '../endpoint.ts';
import type { ApiDependencies } from './dependencies.ts';
import { noSuchCall } from './get-call.ts';

export function getCallDiagnosisEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getCallDiagnosis> {
  return async ({ principal, params }) => {
    const diagnosis = await readDiagnosis(api.db, principal.accountId, params.call_id!);
    if (!diagnosis) throw noSuchCall(params.call_id!);
    return { body: diagnosis };
  };
}
