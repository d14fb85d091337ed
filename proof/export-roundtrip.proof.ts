import { read, type WorkBook, write } from '@e965/xlsx'
import { formatColumnType, parseColumnType } from '../server/src/engine/table/column-type.ts'
import type { Called } from '../server/test/client.ts'
import { exportFile } from '../server/test/export-file.ts'
import { mintToken, newPerson, type Person } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { uploadTo } from '../server/test/upload.ts'
import { type ComputedAgain, computeAgain } from './export-roundtrip/computed-again.ts'
import { seededRandom } from './hostile-files/random.ts'
import { type Dice, randomType, randomValue } from './merge/random-values.ts'
import { saveWithLibreOffice } from './merge/save-with-libreoffice.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const WORKBOOKS = 6
const TABLES_EACH = 10
const LEAST_TABLES = 50
const LEAST_FORMULAS = 500
const ROWS = 40
const LONG = 5

type Change = (bytes: Buffer) => Buffer

/** Tables of all types go out as branches, through LibreOffice, which opens, computes and saves them, and come back. */
export const proof: Proof = {
  promise:
    'An exported workbook that is opened and saved comes back as it went out: merging it changes nothing, and its formulas come to the same',
  isQuick: false,
  minutes: 10,
  about: ['server/src/work/exports', 'spreadsheet/src/write', 'spreadsheet/src/returned'],
  measure: (options) => roundTrip(options, WORKBOOKS * (options.isLong ? LONG : 1), (bytes) => bytes),
  // Saved once more, by a program that takes the spaces at the ends of texts away.
  control: (options) => roundTrip(options, WORKBOOKS, trimmed),
  holds: ({ tables, changes, formulas, formulas_changed: changed }) =>
    Number(tables) >= LEAST_TABLES && changes === 0 && Number(formulas) >= LEAST_FORMULAS && changed === 0,
}

async function roundTrip({ say }: ProofOptions, workbooks: number, change: Change): Promise<Figures> {
  const seed = Number(process.env.SEED ?? 20_260_101)
  const random = seededRandom(seed)
  const dice: Dice = (sides) => Math.floor(random() * sides)
  const service = await runService({ checkResponses: false })
  const counted = { tables: 0, rows: 0, changes: 0, skipped: 0 }
  let computed: ComputedAgain
  try {
    const url = service.urls[0] ?? ''
    const owner = await newPerson(url)
    computed = await computeAgain(url, owner)
    // A session may be over before LibreOffice is through.
    const token = await mintToken(owner.call)
    const sent: { at: string; bytes: Buffer }[] = []
    for (let n = 0; n < workbooks; n++) {
      const at = await newWorkbook(owner, dice)
      sent.push({ at, bytes: (await exportFile(url, owner, at, { record_branch: true })).bytes })
      say(`${n + 1} workbooks sent out`)
    }
    const saved = await saveWithLibreOffice(sent.map(({ bytes }) => bytes))
    for (const [n, { at }] of sent.entries()) {
      const bytes = new Uint8Array(change(saved[n] ?? Buffer.alloc(0)))
      const { body } = await sendBack(url, token, `${at}/sync`, bytes)
      for (const result of body.results ?? []) {
        counted.tables += result.action === 'merged' ? 1 : 0
        counted.rows += ROWS
        counted.changes += result.inserted + result.updated + result.deleted + result.conflict_count
        counted.skipped += result.skipped_count
        if (result.updated + result.skipped_count > 0) say(JSON.stringify(result).slice(0, 500))
      }
    }
  } finally {
    await service.close()
  }
  return { seed, ...counted, ...computed }
}

/** A connection that was kept open for minutes may be closed just when it is used again: then the same is sent once more. */
async function sendBack(url: string, token: string, path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Called> {
  const upload = { bytes, filename: 'back.xlsx' }
  return uploadTo(url, token, path, upload).catch(() => uploadTo(url, token, path, upload))
}

/** Ten tables with names of their own, the last of them of every type there is. */
async function newWorkbook({ call }: Person, dice: Dice): Promise<string> {
  const { body } = await call('POST', '/api/v1/workbooks', { title: '往復' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  for (let n = 0; n < TABLES_EACH; n++) {
    const types = n === TABLES_EACH - 1 ? EVERY_TYPE : Array.from({ length: 1 + dice(12) }, () => randomType(dice))
    const columns = types.map((type, place) => ({ name: `列 ${place}`, type: formatColumnType(type) }))
    const name = `表 ${n}: [${dice(1000)}]`
    await call('POST', `${at}/tables`, { name, columns })
    const rows = Array.from({ length: ROWS }, () =>
      Object.fromEntries(types.map((type, place) => [`列 ${place}`, dice(8) === 0 ? null : randomValue(type, dice)])),
    )
    await call('POST', `${at}/tables/${encodeURIComponent(name)}/rows`, { rows, expected_version: null })
  }
  return at
}

const EVERY_TYPE = [
  'VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL(38,18)', 'BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'UUID', 'JSON',
].flatMap((type) => parseColumnType(type) ?? []) // biome-ignore format: a list

function trimmed(bytes: Buffer): Buffer {
  const book: WorkBook = read(bytes, { type: 'buffer', cellNF: true })
  for (const sheet of Object.values(book.Sheets)) {
    for (const cell of Object.values(sheet)) {
      if (typeof cell !== 'object' || cell === null || !('t' in cell) || cell.t !== 's') continue
      cell.v = String(cell.v).trim()
      delete cell.r
      delete cell.h
      delete cell.w
    }
  }
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }))
}
