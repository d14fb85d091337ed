import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { structureFile } from '@bindery-data/spreadsheet/structure/structure-file.ts'
import { utils, write } from '@e965/xlsx'
import { createRandom, type Random } from '../structuring-invariants/random.ts'
import type { Field } from './fields.ts'
import { LISTS } from './lists.ts'

/** node read-lists.ts SEEDS: reads every list, as delimited text and as a workbook, and writes what became of them as JSON. */
export type ListCounts = {
  /** Lists with every field of every record, and those that lack some. */
  full: FaultCounts
  sparse: FaultCounts
  faults: string[]
}

export type FaultCounts = {
  files: number
  /** More or fewer tables than one, or a header that is not the first row. */
  split: number
  /** The rows are not those of the file. */
  reshaped: number
  /** Rows or columns that are not taken for data. */
  left_out: number
  /** Figures or days that are taken for texts. */
  untyped: number
  /** A question is asked although nothing is in doubt. */
  asked: number
}

const noFaults = (): FaultCounts => ({ files: 0, split: 0, reshaped: 0, left_out: 0, untyped: 0, asked: 0 })

/** Rows of a list, and the share of its fields that nothing is known for. */
const SIZES = [
  { length: 3, missing: 0 },
  { length: 12, missing: 0 },
  { length: 70, missing: 0 },
  { length: 25, missing: 0.05 },
  { length: 90, missing: 0.15 },
] as const

async function readLists(seeds: number): Promise<ListCounts> {
  const counts: ListCounts = { full: noFaults(), sparse: noFaults(), faults: [] }
  for (const { name, fields, length, missing, seed } of listsToRead(seeds)) {
    const rows = drawRows(fields, length, missing, createRandom(seed * 7919 + length))
    const files = { [`${name}.csv`]: asText(fields, rows), [`${name}.xlsx`]: asWorkbook(fields, rows) }
    for (const [fileName, bytes] of Object.entries(files)) {
      const spec = await structureFile(await openFile(bytesOf(bytes), fileName), { sourceName: fileName, sha256: '' })
      const faults = faultsOf(spec, fields)
      const its = missing === 0 ? counts.full : counts.sparse
      its.files++
      for (const fault of faults) its[fault]++
      if (faults.length > 0) counts.faults.push(`${fileName} of ${length} rows, seed ${seed}: ${faults.join(', ')}`)
    }
  }
  return counts
}

const listsToRead = (seeds: number) =>
  Array.from({ length: seeds }, (_, n) =>
    Object.entries(LISTS).flatMap(([name, fields], place) =>
      SIZES.map((size) => ({ name, fields, ...size, seed: (n + 1) * 1009 + place })),
    ),
  ).flat()

/** Every record has a field at least. */
function drawRows(fields: readonly Field[], length: number, missing: number, random: Random): string[][] {
  return Array.from({ length }, (_, row) => {
    const values = fields.map(({ draw }) => draw(random, row))
    const kept = values.map((value) => (random.chance(missing) ? '' : value))
    return kept.some((value) => value !== '') ? kept : values
  })
}

const asText = (fields: readonly Field[], rows: readonly string[][]) =>
  Buffer.from([fields.map(({ name }) => name), ...rows].map((row) => `${row.join(',')}\n`).join(''))

function asWorkbook(fields: readonly Field[], rows: readonly string[][]): Buffer<ArrayBuffer> {
  const typed = rows.map((row) => row.map((text, n) => typedValue(text, fields[n]?.type)))
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet([fields.map(({ name }) => name), ...typed], { cellDates: true, UTC: true })
  utils.book_append_sheet(book, sheet, 'Sheet1')
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
}

function typedValue(text: string, type: Field['type'] | undefined): string | number | Date | null {
  if (text === '') return null
  if (type === 'number') return Number(text)
  return type === 'day' ? new Date(text) : text
}

type Fault = Exclude<keyof FaultCounts, 'files'>

function faultsOf({ regions, warnings }: ParseSpec, fields: readonly Field[]): Fault[] {
  const [table, ...others] = regions
  if (!table || others.length > 0 || table.kind !== 'data' || table.header_rows.join() !== '1') return ['split']
  const isTyped = fields.every(({ type }, n) => type === 'text' || table.columns[n]?.type !== 'VARCHAR')
  const faults: Record<Exclude<Fault, 'split'>, boolean> = {
    reshaped: table.reshape !== null || table.orientation !== 'rows',
    left_out: table.row_roles.length > 0 || table.columns.some(({ include }) => !include),
    untyped: !isTyped,
    asked: table.needs_review || warnings.length > 0,
  }
  // Safe: the keys of the record just written.
  return (Object.keys(faults) as (keyof typeof faults)[]).filter((fault) => faults[fault])
}

console.log(JSON.stringify(await readLists(Number(process.argv[2]))))
