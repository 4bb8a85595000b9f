import { CarrierAccount, CarrierAccountList, CarrierTest, ChangeCarrier, CreateCarrier } from '../carrier.ts';
import { Empty, type Route } from './route.ts';

export const carrierRoutes = {
  listCarriers: {
    method: 'GET',
    path: '/carriers',
    summary: 'List carrier accounts',
    permission: 'numbers:read',
    success: { status: 200, body: CarrierAccountList },
    errors: [],
  },
  createCarrier: {
    method: 'POST',
    path: '/carriers',
    summary: 'Connect a carrier account',
    permission: 'numbers:write',
    body: CreateCarrier,
    success: { status: 201, body: CarrierAccount },
    errors: ['conflict', 'unprocessable'],
  },
  getCarrier: {
    method: 'GET',
    path: '/carriers/{carrier_id}',
    summary: 'Retrieve a carrier account',
    permission: 'numbers:read',
    success: { status: 200, body: CarrierAccount },
    errors: ['not_found'],
  },
  updateCarrier: {
    method: 'PATCH',
    path: '/carriers/{carrier_id}',
    summary: 'Change a carrier account',
    permission: 'numbers:write',
    body: ChangeCarrier,
    success: { status: 200, body: CarrierAccount },
    errors: ['not_found', 'unprocessable'],
  },
  deleteCarrier: {
    method: 'DELETE',
    path: '/carriers/{carrier_id}',
    summary: 'Disconnect a carrier account',
    permission: 'numbers:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 204 },
    errors: ['not_found', 'conflict'],
  },
  testCarrier: {
    method: 'POST',
    path: '/carriers/{carrier_id}/test',
    summary: 'Test a carrier account',
    permission: 'numbers:write',
    body: Empty,
    bodyOptional: true,
    success: { status: 200, body: CarrierTest },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Route>;
