/** A voice, as its vendor tells of it. */
export interface OfferedVoice {
  /** The part after the slash in an agent's `voice_id`. */
  id: string;
  name: string;
  /** BCP 47; empty where the vendor does not say. */
  languages: string[];
}

/** A model, as its vendor tells of it. */
export interface OfferedModel {
  /** The part after the slash in an agent's `model` or `transcriber`. */
  id: string;
  name: string;
  kind: 'transcriber' | 'voice' | 'language' | 'speech_to_speech';
}
