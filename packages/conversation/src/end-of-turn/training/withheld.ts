// Made by `npm run train:end-of-turn`: hashes of the texts that nothing is learned from.
const HASHES: readonly string[] = [
  '490837 1953253 2246599 2393895 5516944 6205826 10883168 11432096 12232670 13034185 13194409',
  '13811641 14198290 15322453 16047038 16051246 16216066 16538629 16542659',
];
export const WITHHELD: ReadonlySet<number> = new Set(HASHES.flatMap((line) => line.split(' ').map(Number)));
