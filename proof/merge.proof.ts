import { seededRandom } from './hostile-files/random.ts'
import { damagedFile } from './merge/damaged-file.ts'
import { judgeCase, newTally } from './merge/merge-case.ts'
import { type MergeCase, randomCase } from './merge/random-case.ts'
import type { Dice } from './merge/random-values.ts'
import { saveWithLibreOffice } from './merge/save-with-libreoffice.ts'
import { typedInOffice } from './merge/typed-in-office.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const CASES = 20_000
const OFFICE_CASES = 250
const LONG = 5
const REPORTED_EVERY = 5_000

/** Random tables, edits on both sides, and files as people and programs give them back, some of them saved by LibreOffice. */
export const proof: Proof = {
  promise:
    'A file that comes back is merged cell by cell: no edit is lost, no other cell changes, every conflict is reported',
  isQuick: false,
  minutes: 15,
  about: ['server/src/work/branches', 'spreadsheet/src/returned'],
  bars: { least_cases: CASES, lost_edits: 0, wrong_cells: 0, unreported_conflicts: 0, false_conflicts: 0 },
  measure: (options) => mergeCases(options, CASES * (options.isLong ? LONG : 1), OFFICE_CASES, false),
  // A merge that compares the file with what is there now, and not with what was sent out.
  control: (options) => mergeCases(options, CASES, 0, true),
  holds: ({
    cases,
    lost_edits: lost,
    wrong_cells: wrong,
    unreported_conflicts: unreported,
    false_conflicts: invented,
  }) => Number(cases) >= CASES && lost === 0 && wrong === 0 && unreported === 0 && invented === 0,
}

async function mergeCases(
  { say }: ProofOptions,
  cases: number,
  officeCases: number,
  isBaseForgotten: boolean,
): Promise<Figures> {
  const seed = Number(process.env.SEED ?? 20_260_101)
  const random = seededRandom(seed)
  const dice: Dice = (sides) => Math.floor(random() * sides)
  const tally = newTally()
  for (let n = 1; n <= cases; n++) {
    const merging = randomCase(dice)
    await judgeCase(merging, await damagedFile(merging, dice), tally, isBaseForgotten)
    if (n % REPORTED_EVERY === 0) say(`${n} cases: ${JSON.stringify(tally)}`)
  }
  const saved: MergeCase[] = Array.from({ length: officeCases }, () => typedInOffice(randomCase(dice)))
  const files = []
  for (const merging of saved) files.push(await damagedFile(merging, dice))
  const returned = officeCases > 0 ? await saveWithLibreOffice(files) : []
  for (const [n, merging] of saved.entries())
    await judgeCase(merging, returned[n] ?? Buffer.alloc(0), tally, isBaseForgotten)
  return { seed, cases: cases + officeCases, through_libreoffice: officeCases, ...tally }
}
