/** Whether media is encrypted: never, when both sides can, or always. */
export type SrtpPolicy = 'off' | 'preferred' | 'required';

/** Whether a stream suits. The secure profiles without a key that is known would be noise; plain ones may have keys (RFC 8643). */
export function suits(srtp: SrtpPolicy, stream: { isProfileEncrypted: boolean; hasKeys: boolean }): boolean {
  return stream.hasKeys ? srtp !== 'off' : srtp !== 'required' && !stream.isProfileEncrypted;
}
