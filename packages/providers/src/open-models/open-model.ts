import { z } from 'zod';

/** The file in a model's directory that says what it is. */
export const MODEL_FILE = 'model.json';

/** Within the model's directory: nothing outside of it is ever opened. */
const fileName = z
  .string()
  .min(1)
  .refine((name) => !/^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)/i.test(name), 'must lie within the directory of the model');

const files = z.record(z.string(), z.union([fileName, z.array(fileName)]));

/** Which part of sherpa-onnx runs it, with which files: names of its own configuration (`encoder`, `dataDir` …). */
const recognizer = z.object({
  type: z.enum(['transducer', 'paraformer', 'zipformer2Ctc', 'nemoCtc', 'toneCtc']),
  files: files.and(z.object({ tokens: fileName })),
  sampleRateHz: z.int().positive().default(16_000),
  /** It writes capitals alone, which say nothing. */
  isUppercase: z.boolean().default(false),
  /** It takes the language that is spoken as a setting. */
  takesLanguage: z.boolean().default(false),
  /** So much silence behind the last word, until it has written it. */
  tailMs: z.int().min(0).max(5000).default(700),
});

const speaker = z.object({
  id: z.string().regex(/^[a-zA-Z0-9_.-]+$/),
  sid: z.int().min(0),
  name: z.string(),
  languages: z.array(z.string()),
});

const voice = z.object({
  type: z.enum(['vits', 'kokoro', 'kitten', 'matcha']),
  files,
  /** Rewrite numbers, dates and telephone numbers into words. */
  ruleFsts: z.array(fileName).default([]),
  /** Empty: it has one, who is not named. */
  speakers: z.array(speaker).default([]),
});

/** A published model, as it lies in its directory. */
export const OpenModel = z.object({
  /** Of its directory, and behind the slash in `sherpa-onnx/…`. */
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  title: z.string(),
  kind: z.enum(['recognition', 'voice', 'vad', 'end-of-turn']),
  /** BCP 47; empty where it is the same in all of them. */
  languages: z.array(z.string()),
  licence: z.string(),
  recognizer: recognizer.optional(),
  voice: voice.optional(),
});
export type OpenModel = z.infer<typeof OpenModel>;
export type OpenModelInput = z.input<typeof OpenModel>;
export type RecognizerSettings = NonNullable<OpenModel['recognizer']>;
export type VoiceSettings = NonNullable<OpenModel['voice']>;
