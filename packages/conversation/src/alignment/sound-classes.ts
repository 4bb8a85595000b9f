/** Kinds of sounds that look alike in any voice and most languages. */
export const SOUND_CLASSES = [
  'pause',
  'A',
  'E',
  'I',
  'U',
  'nasal',
  'glide',
  'sibilant',
  'breath',
  'stop',
  'voiced',
] as const;

export type SoundClass = (typeof SOUND_CLASSES)[number];
