/** Call data for a test without a call: no number is dialled. */
export const imaginedCall = {
  call_id: 'call_of_this_test',
  direction: 'outbound',
  recipient_phone: '+12025550101',
  from_number: '+12025550150',
} as const;
