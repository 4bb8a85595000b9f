/** +1 202-555-0100 to 0199, where the simulated phone lives: whatever is connected, a call to them rings no real person. */
export function isOfSimulatedPhone(phone: string): boolean {
  return /^\+120255501[0-9]{2}$/.test(phone);
}
