import { isDeepStrictEqual } from 'node:util'
import { diffFiles, type SheetDiff } from '@bindery-data/spreadsheet/diff/diff-files.ts'
import { applyDiff, flattened, sizeOfDiff } from './diff/apply-diff.ts'
import { editedBook } from './diff/edited-book.ts'
import { fileOfBook } from './diff/file-of-book.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { createRandom } from './structuring-invariants/random.ts'

const CASES = 5_000
const LONG = 4
const REPORTED_EVERY = 500
/** How much larger a diff may be than the edit it describes. */
const MOST_OVERHEAD = 1.2
const EVERYTHING = { perSheet: 1e9, inAll: 1e9, runs: 1e9, characters: 1e9 }

/** Random workbooks and edits, written as files and compared: the diff alone must make the new workbook of the old one. */
export const proof: Proof = {
  promise: 'A diff of two editions of a file reports every change, and is hardly larger than the change itself',
  isQuick: false,
  minutes: 6,
  about: ['spreadsheet/src/diff'],
  measure: (options) => diffBooks(options, CASES * (options.isLong ? LONG : 1), (diff) => diff),
  // Rows and columns are taken for those at the same place, whatever came before them.
  control: (options) => diffBooks(options, CASES / 10, inPlace),
  holds: ({ cases, wrong, over, mean_overhead: overhead }) =>
    Number(cases) >= CASES && wrong === 0 && over === 0 && Number(overhead) <= MOST_OVERHEAD,
}

async function diffBooks(
  { say }: ProofOptions,
  cases: number,
  spoil: (diff: SheetDiff[]) => SheetDiff[],
): Promise<Figures> {
  const seed = Number(process.env.SEED ?? 20_260_101)
  const random = createRandom(seed)
  const tally = { wrong: 0, over: 0, overhead: 0, largest: 0, size: 0, reported: 0 }
  for (let n = 1; n <= cases; n++) {
    const { old, next, size } = editedBook(random)
    const diff = spoil(await diffFiles(await fileOfBook(old), await fileOfBook(next), EVERYTHING))
    if (!isDeepStrictEqual(applyDiff(flattened(old), diff), flattened(next))) tally.wrong += 1
    const reported = sizeOfDiff(diff)
    const overhead = size === 0 ? (reported === 0 ? 1 : Number.POSITIVE_INFINITY) : reported / size
    if (overhead > MOST_OVERHEAD) tally.over += 1
    tally.overhead += overhead
    tally.largest = Math.max(tally.largest, overhead)
    tally.size += size
    tally.reported += reported
    if (n % REPORTED_EVERY === 0) say(`${n} cases: ${JSON.stringify(tally)}`)
  }
  const { wrong, over, largest, size, reported } = tally
  return {
    seed,
    cases,
    wrong,
    over,
    mean_overhead: rounded(tally.overhead / cases),
    largest_overhead: rounded(largest),
    true_size: size,
    told_size: reported,
  }
}

const rounded = (share: number) => Math.round(share * 1000) / 1000

const inPlace = (diff: SheetDiff[]) =>
  diff.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((run) => ({ ...run, next: run.old })),
    columns: sheet.columns.map((run) => ({ ...run, next: run.old })),
  }))
