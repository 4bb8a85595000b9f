declare module '@echogarden/fvad-wasm' {
  /** The exports of libfvad; pointers are numbers. */
  export interface Fvad {
    readonly HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _fvad_new(): number;
    _fvad_free(detector: number): void;
    /** 0 to 3, the higher the less is taken for speech; negative when refused. */
    _fvad_set_mode(detector: number, mode: number): number;
    _fvad_set_sample_rate(detector: number, hz: number): number;
    /** 1 for speech, 0 for none, negative for a frame length that is not 10, 20 or 30 ms. */
    _fvad_process(detector: number, samples: number, count: number): number;
  }
  export default function createFvad(): Promise<Fvad>;
}
