/** Vendors on loopback, for tests that go all the way through a service. */
export { SonioxServer } from '../soniox/testing/soniox-server.ts';
