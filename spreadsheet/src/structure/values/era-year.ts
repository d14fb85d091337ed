/** The first year of each era of Japan, by its name and its letter. */
const FIRST_YEARS: Readonly<Record<string, number>> = {
  令和: 2019,
  R: 2019,
  平成: 1989,
  H: 1989,
  昭和: 1926,
  S: 1926,
  大正: 1912,
  T: 1912,
  明治: 1868,
  M: 1868,
}

/** The longest era had sixty-four years. */
const MOST_YEARS = 64

/** `令和`, 6 → 2024; null for what is no year of an era. */
export function eraYear(era: string, year: number): number | null {
  const first = FIRST_YEARS[era]
  return first === undefined || year < 1 || year > MOST_YEARS ? null : first + year - 1
}
