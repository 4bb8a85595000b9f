/** The part of WebAssembly that is used here: the types of Node leave it to the DOM library, which is not loaded. */
declare namespace WebAssembly {
  class Module {
    private readonly brand;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, ModuleImports>);
    readonly exports: Record<string, unknown>;
  }
  // biome-ignore lint/suspicious/noExplicitAny: imports take whatever the module passes
  type ModuleImports = Record<string, (...parameters: any[]) => number>;
  function compile(bytes: Uint8Array): Promise<Module>;
}
