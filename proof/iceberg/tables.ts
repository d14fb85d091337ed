import * as fc from 'fast-check'
import { checkpointTable } from '../../server/src/engine/storage/checkpoint-table.ts'
import { parseColumnType } from '../../server/src/engine/table/column-type.ts'
import { openBlobs } from '../../server/src/platform/blobs/open-blobs.ts'
import { fromWireId } from '../../server/src/platform/ids.ts'
import { anyCellText } from '../../server/test/any-cell.ts'
import type { Called } from '../../server/test/client.ts'
import type { Person } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { openTestStorage } from '../../server/test/test-storage.ts'
import { uploadTo } from '../../server/test/upload.ts'

/** Every type that all engines know. Of times of day Spark knows nothing. */
export const TYPES = ['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL(4,1)', 'DECIMAL(15,2)', 'DECIMAL(38,10)', 'BOOLEAN', 'DATE', 'TIMESTAMP', 'TIMESTAMPTZ', 'UUID', 'JSON'] as const // biome-ignore format: a list

const ROWS = 300
const EDITS = 40

/** A workbook in the making. */
export type IcebergWorkbook = { service: RunningService; owner: Person; workbookId: string; at: string; seed: number }

type Column = { name: string; type: string }
type Made = { name: string; columns: Column[] }
type Step = (place: IcebergWorkbook, made: Made) => Promise<void>
/** What happens to a table before its first version that is compared, and between it and the second. */
type Story = { name: string; first: readonly Step[]; next: readonly Step[] }

const tableAt = ({ at }: IcebergWorkbook, name: string) => `${at}/tables/${encodeURIComponent(name)}`
const allTypes = (word: string): Column[] => TYPES.map((type, n) => ({ name: `${word}${n}`, type }))

export const STORIES: readonly Story[] = [
  { name: 'edited', first: [fill], next: [edit] },
  { name: '売上 明細', first: [fill], next: [retype, edit] },
  { name: 'retyped', first: [fill, retype], next: [edit] },
  { name: 'folded', first: [fill, fold], next: [edit] },
  { name: 'renamed', first: [fill, fold], next: [rename, drop, edit] },
  { name: 'grown', first: [fill, fold], next: [grow, edit] },
  { name: 'filled later', first: [], next: [fill] },
  { name: 'emptied', first: [fill, fold], next: [empty] },
  { name: 'brought', first: [bring], next: [edit] },
  // What it is made from changes, and all is computed again.
  { name: 'derived', first: [derive], next: [] },
]

export async function begin(place: IcebergWorkbook, { name, first }: Story): Promise<Made> {
  const made = { name, columns: name === '売上 明細' ? allTypes('列') : allTypes('c') }
  if (!MADE_OTHERWISE.includes(name)) await create(place, made)
  for (const step of first) await step(place, made)
  return made
}

const MADE_OTHERWISE = ['brought', 'derived']

export async function create(place: IcebergWorkbook, { name, columns }: Made) {
  expectDone(await place.owner.call('POST', `${place.at}/tables`, { name, columns }))
}

let drawn = 0
function draw(place: IcebergWorkbook, columns: readonly Column[], count: number): Record<string, string | null>[] {
  const cells = columns.map(({ type }) => {
    const known = parseColumnType(type)
    if (!known) throw new Error(`no type ${type}`)
    const maybe = fc.option(anyCellText(known), { freq: 8 })
    return fc.sample(maybe, { seed: place.seed + drawn++, numRuns: count })
  })
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(columns.map(({ name }, n) => [name, cells[n]?.[row] ?? null])),
  )
}

export async function fill(place: IcebergWorkbook, made: Made) {
  await write(place, made, draw(place, made.columns, ROWS))
}

/** Rows changed, deleted and added, here and there. */
async function edit(place: IcebergWorkbook, made: Made) {
  const ids = Array.from({ length: EDITS }, (_, n) => 3 + n * 7)
  const { columns } = made
  const changed = draw(place, columns.slice(0, 4), EDITS).map((cells, n) => ({ __svc_row_id: ids[n], ...cells }))
  await write(place, made, [...changed, ...draw(place, columns, EDITS)])
  const doomed = ids.filter((_, n) => n % 3 === 0).flatMap((id) => [id, id + 1])
  const deletion = { expected_version: null, row_ids: doomed }
  expectDone(await place.owner.call('POST', `${tableAt(place, made.name)}/rows/delete`, deletion))
}

async function retype(place: IcebergWorkbook, made: Made) {
  await alter(place, made, 1, { type: 'DECIMAL(20,3)' })
  made.columns[1] = { name: made.columns[1]?.name ?? '', type: 'DECIMAL(20,3)' }
}

async function rename(place: IcebergWorkbook, made: Made) {
  await alter(place, made, 0, { new_name: '名前' })
  made.columns[0] = { name: '名前', type: 'VARCHAR' }
}

async function drop(place: IcebergWorkbook, made: Made) {
  const [dropped] = made.columns.splice(5, 1)
  const column = `${tableAt(place, made.name)}/columns/${dropped?.name}`
  expectDone(await place.owner.call('DELETE', `${column}?expected_version=${await versionOf(place, made.name)}`))
}

/** Rows that were there have a value in a column that came later. */
async function grow(place: IcebergWorkbook, made: Made) {
  const added = { name: 'grade', type: 'DECIMAL(6,2)' }
  const { name: column, type } = added
  const wish = { column, type, default: '-7.25', expected_version: null }
  expectDone(await place.owner.call('POST', `${tableAt(place, made.name)}/columns`, wish))
  made.columns.push(added)
}

async function empty(place: IcebergWorkbook, { name }: Made) {
  const row_ids = Array.from({ length: ROWS }, (_, n) => n + 1)
  const deletion = { expected_version: null, row_ids }
  expectDone(await place.owner.call('POST', `${tableAt(place, name)}/rows/delete`, deletion))
}

/** By a file: its segments are a loader's. */
async function bring(place: IcebergWorkbook, made: Made) {
  const lines = Array.from(
    { length: 5_000 },
    (_, n) => `${n},項目 ${n % 97},2024-${1 + (n % 12)}-${1 + (n % 28)},${n / 8}`,
  )
  const bytes = ['no,label,day,amount', ...lines].join('\n')
  const upload = { bytes, filename: 'brought.csv', fields: { structuring: 'skip' } }
  expectDone(await uploadTo(place.service.urls[0] ?? '', place.owner.session, `${place.at}/sources`, upload))
  made.columns = await columnsOf(place, made.name)
}

/** By SQL: its segments are an engine's. */
async function derive(place: IcebergWorkbook, made: Made) {
  const code = 'SELECT c0, c1, c3, c4, c8, c9, c10, c11 FROM {{ edited }} WHERE c1 IS NOT NULL'
  expectDone(
    await place.owner.call('POST', `${place.at}/transforms`, { name: made.name, code, args: { edited: 'edited' } }),
  )
}

/** A checkpoint, as the service makes them of itself after a while. */
async function fold({ service, at, owner, workbookId }: IcebergWorkbook, { name }: Made) {
  const { body } = await owner.call('GET', `${at}/tables/${encodeURIComponent(name)}`)
  const blobs = await openBlobs(service.settings.blobs)
  const storage = openTestStorage(service.settings, blobs, service.settings.cacheFolder)
  const platform = { db: service.db, blobs, storage }
  const folded = await checkpointTable(platform, fromWireId('wb', workbookId), fromWireId('art', body.id))
  blobs.close()
  if (folded !== 'saved') throw new Error(`no checkpoint of ${name}: ${folded}`)
}

async function alter(place: IcebergWorkbook, { name, columns }: Made, n: number, change: object) {
  const column = encodeURIComponent(columns[n]?.name ?? '')
  const wish = { ...change, expected_version: null }
  expectDone(await place.owner.call('PATCH', `${tableAt(place, name)}/columns/${column}`, wish))
}

async function write(place: IcebergWorkbook, { name }: Made, rows: readonly object[]) {
  expectDone(await place.owner.call('POST', `${tableAt(place, name)}/rows`, { expected_version: null, rows }))
}

export async function columnsOf(place: IcebergWorkbook, name: string, query = ''): Promise<Column[]> {
  const { body } = expectDone(await place.owner.call('GET', `${tableAt(place, name)}/rows?limit=1${query}`))
  return body.columns.map(({ name, type }: Column) => ({ name, type }))
}

export async function versionOf(place: IcebergWorkbook, name: string): Promise<number> {
  return expectDone(await place.owner.call('GET', `${tableAt(place, name)}/rows?limit=1`)).body.edit_version
}

export function expectDone(called: Called): Called {
  if (called.status >= 300) throw new Error(`refused: ${JSON.stringify(called.body).slice(0, 500)}`)
  return called
}
