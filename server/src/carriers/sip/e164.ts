/** The user part of a SIP address as E.164, or null: gateways write numbers with and without the plus. */
export function e164Of(user: string | null): string | null {
  const digits = user?.split(';')[0]?.replace(/^\+/, '');
  return digits !== undefined && /^[1-9][0-9]{6,14}$/.test(digits) ? `+${digits}` : null;
}
