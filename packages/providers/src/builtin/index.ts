export { BuiltinSpeech, type BuiltinSpeechOptions } from './builtin-speech.ts';
export { type DemoAgent, demoAgents } from './demo-agents.ts';
export { createVoiceActivityDetector } from './detection/voice-activity-detector.ts';
export { personaLines } from './persona-lines.ts';
export { telephonePhrases } from './recognition/telephone-phrases.ts';
export { checkScript } from './script/check-script.ts';
export type { ScriptProblem } from './script/script.ts';
export { scriptHints } from './script/script-hints.ts';
export { ScriptedBrain } from './script/scripted-brain.ts';
