/** One text in one voice of a synthesizer that is installed for the benches alone. */
export interface SpeechRequest {
  synthesizer: 'espeak' | 'festival' | 'flite' | 'pico';
  voice: string;
  /** Of espeak-ng: words a minute. Of Pico: in percent, 0 for its own. */
  rate: number;
  /** Of espeak-ng: 0 to 99. Of Pico: in percent. */
  pitch: number;
  text: string;
}
