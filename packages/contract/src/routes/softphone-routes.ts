import { ChangeSoftphone, CreatedSoftphone, CreateSoftphone, Softphone, SoftphoneList } from '../softphone.ts';
import { Empty, type Route } from './route.ts';

export const softphoneRoutes = {
  listSoftphones: {
    method: 'GET',
    path: '/softphones',
    summary: 'List softphones',
    permission: 'numbers:read',
    success: { status: 200, body: SoftphoneList },
    errors: [],
  },
  createSoftphone: {
    method: 'POST',
    path: '/softphones',
    summary: 'Create a softphone',
    permission: 'numbers:write',
    body: CreateSoftphone,
    success: { status: 201, body: CreatedSoftphone },
    errors: ['conflict'],
  },
  getSoftphone: {
    method: 'GET',
    path: '/softphones/{softphone_id}',
    summary: 'Retrieve a softphone',
    permission: 'numbers:read',
    success: { status: 200, body: Softphone },
    errors: ['not_found'],
  },
  updateSoftphone: {
    method: 'PATCH',
    path: '/softphones/{softphone_id}',
    summary: 'Change a softphone',
    permission: 'numbers:write',
    body: ChangeSoftphone,
    success: { status: 200, body: Softphone },
    errors: ['not_found'],
  },
  deleteSoftphone: {
    method: 'DELETE',
    path: '/softphones/{softphone_id}',
    summary: 'Delete a softphone',
    permission: 'numbers:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 204 },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
