/** A new secret as Standard Webhooks writes them: 32 bytes. */
export function webhookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
