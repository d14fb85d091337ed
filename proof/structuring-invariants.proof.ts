import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Proof } from './proof.ts'
import type { Share } from './structuring-invariants/count-share.ts'
import { added, newTotals, type Totals } from './structuring-invariants/totals.ts'

/** npm run -s proof structuring-invariants -- [--pack DIR] [--every 5] [--generated 1000] [--jobs 2] */
const { values: asked } = parseArgs({
  args: process.argv.slice(3),
  strict: false,
  options: {
    pack: { type: 'string' },
    every: { type: 'string' },
    generated: { type: 'string' },
    jobs: { type: 'string' },
  },
})
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const countOf = (value: unknown, otherwise: number) => Math.max(1, Number(textOf(value) ?? otherwise))

const GENERATED_FOR_CONTROL = 50
const JOBS = countOf(asked.jobs, 1)

/** Whatever stands on a sheet comes out of it once, or is listed as left out. */
export const proof: Proof = {
  promise: 'No cell of a sheet is lost, doubled or changed when its tables are made, whatever the sheet is like',
  isQuick: false,
  minutes: 5,
  about: ['spreadsheet/src/structure'],
  measure: () =>
    countAll({
      pack: { folder: textOf(asked.pack), every: countOf(asked.every, 1) },
      generated: countOf(asked.generated, 10_000),
      forgets: false,
    }),
  control: () => countAll({ pack: null, generated: GENERATED_FOR_CONTROL, forgets: true }),
  holds: ({ cells_lost, cells_doubled, checksum_breaks, crashes, ...checks }) =>
    cells_lost === 0 &&
    cells_doubled === 0 &&
    checksum_breaks === 0 &&
    crashes === 0 &&
    checks.tables_unbalanced_unwarned === 0 &&
    checks.spoiled_tables_missed === 0,
}

const PROGRAM = fileURLToPath(new URL('structuring-invariants/count-share.ts', import.meta.url))

/** Each of the programs has a share of the work, and all of them run at once. */
async function countAll(work: Omit<Share, 'share' | 'of'>): Promise<Totals> {
  const shares = Array.from({ length: JOBS }, (_, share): Share => ({ ...work, share, of: JOBS }))
  const totals = await Promise.all(shares.map(countShare))
  return totals.reduce(added, newTotals())
}

async function countShare(share: Share): Promise<Totals> {
  const program = spawn(process.execPath, [PROGRAM, JSON.stringify(share)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lastLine = (await text(program.stdout)).trim().split('\n').at(-1)
  if (!lastLine) throw new Error(`share ${share.share} of ${share.of} ended without a word`)
  // Safe: count-share.ts writes it so.
  return JSON.parse(lastLine) as Totals
}
