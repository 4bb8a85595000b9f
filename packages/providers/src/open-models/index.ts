export { type EngineEnd, SpeechEngine } from '../sherpa-onnx/speech-engine.ts';
export { type InstalledModel, listInstalledModels, readInstalledModel } from './installed-models.ts';
export { MODEL_FILE, OpenModel, type OpenModelInput } from './open-model.ts';
