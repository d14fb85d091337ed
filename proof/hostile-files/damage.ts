/**
 * Damages good files at random and reads each in this process: `damage.ts <seed> <up to> <from>`. What comes out of it must be
 * rows or a refusal; any other error of a reader is counted and reported. Says `at <n>` before a file that others than we read,
 * and `past <n>` after it.
 */
import { writeSync } from 'node:fs'
import { bytesOf } from '../../spreadsheet/src/byte-source.ts'
import type { CellSink } from '../../spreadsheet/src/cell-sink.ts'
import { FileRefused } from '../../spreadsheet/src/errors.ts'
import { openFile } from '../../spreadsheet/src/open-file.ts'
import { damage } from './damaged-copies.ts'
import { older } from './files.ts'
import { seededRandom } from './random.ts'

const CSV = Buffer.from(`名前,数,日付\n${'東京,1,2024-01-05\n"大\n阪",2,2024-01-06\n'.repeat(20)}`)
/** xlsx most of all: it is our own reader that is judged. */
const GOOD: readonly (readonly [share: number, bytes: Buffer])[] = [
  [0.7, older('xlsx')],
  [0.9, CSV],
  [0.96, older('xlsb')],
  [1, older('biff8')],
]
/** Up to here our own readers are asked. */
const OWN = 0.9
const STDOUT = 1
const NOTHING = () => {}
const DEAF: CellSink = { row: NOTHING, number: NOTHING, text: NOTHING, boolean: NOTHING, error: NOTHING, date: NOTHING, formula: NOTHING } // biome-ignore format: a list

const [, , seed = '1', upTo = '1000', from = '0'] = process.argv
const random = seededRandom(Number(seed))
const counts = { files: 0, read: 0, refused: 0, crashes: 0, examples: [] as string[] }
for (let n = 0; n < Number(upTo); n++) await readDamaged(n)
process.stdout.write(`${JSON.stringify(counts)}\n`)

async function readDamaged(n: number) {
  const share = random()
  const [, good = CSV] = GOOD.find(([end]) => share < end) ?? []
  const damaged = damage(good, random)
  if (n < Number(from)) return
  if (share >= OWN) writeSync(STDOUT, `at ${n}\n`)
  counts.files++
  try {
    const file = await openFile(bytesOf(damaged), 'damaged')
    for (const place of file.sheets.keys()) {
      await file.scan(place, DEAF)
      await file.readGrid(place, { rows: 100, cells: 1_000 })
    }
    counts.read++
  } catch (error) {
    if (error instanceof FileRefused) counts.refused++
    else crashed(error)
  }
  if (share >= OWN) writeSync(STDOUT, `past ${n}\n`)
}

function crashed(error: unknown) {
  counts.crashes++
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (counts.examples.length < 5) counts.examples.push(text.split('\n').slice(0, 3).join(' | '))
}
