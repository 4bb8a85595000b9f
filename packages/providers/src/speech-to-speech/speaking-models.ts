/** By name; those that transcribe or translate have names of their own. */
const NAMES: Record<string, { of: RegExp; butNot: RegExp }> = {
  google: { of: /\blive\b|native-audio/, butNot: /translate|transcribe/ },
  openai: { of: /realtime/, butNot: /transcribe|translate|whisper/ },
};

/** Whether a model of a vendor hears and speaks by itself. */
export function isSpeakingModel(vendor: string, model: string): boolean {
  const names = Object.hasOwn(NAMES, vendor) ? NAMES[vendor]! : null;
  return names?.of.test(model) === true && !names.butNot.test(model);
}
