export interface Judged {
  logOdds: number;
  isTrue: boolean;
}

export function areaUnder(judged: readonly Judged[]): number {
  const sorted = judged.toSorted((a, b) => a.logOdds - b.logOdds);
  let [others, wins] = [0, 0];
  for (const { isTrue } of sorted) {
    if (isTrue) wins += others;
    else others += 1;
  }
  return wins / others / (judged.length - others);
}

export function sharesOf(judged: readonly Judged[], threshold: number): string {
  const [listeners, others] = [false, true].map((wanted) => {
    const of = judged.filter(({ isTrue }) => isTrue === wanted);
    return (of.filter(({ logOdds }) => logOdds >= threshold === wanted).length / of.length).toFixed(3);
  });
  return `log odds of ${threshold}: ${listeners} of the listeners, ${others} of the others`;
}
