export type { PhoneCalls } from './call-counts.ts';
export type { PhoneEvent } from './phone-event.ts';
export { PinkNoise } from './pink-noise.ts';
export { SimulatedPhone, type SimulatedPhoneOptions } from './simulated-phone.ts';
export { PhoneStartError, SimulatedPhoneThread, startSimulatedPhoneThread } from './simulated-phone-thread.ts';
