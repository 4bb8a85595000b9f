declare module 'unbzip2-stream' {
  /** Takes bzip2, gives what was compressed. */
  export default function unbzip2(): NodeJS.ReadWriteStream;
}
