/** One text in one voice of a synthesizer that is installed for the benches alone, or of a person who was recorded. */
export interface SpeechRequest {
  synthesizer: 'espeak' | 'festival' | 'flite' | 'pico' | 'recorded';
  voice: string;
  /** Of espeak-ng: words a minute. */
  rate: number;
  /** Of espeak-ng: 0 to 99. */
  pitch: number;
  text: string;
}
