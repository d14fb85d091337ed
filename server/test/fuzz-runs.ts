/** How many random cases a property tries: a few in every test run, `FUZZ=100000` for a thorough one. */
export function fuzzRuns(usual: number): number {
  return Number(process.env.FUZZ ?? usual)
}
