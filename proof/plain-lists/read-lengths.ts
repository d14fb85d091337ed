import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { structureFile } from '@bindery-data/spreadsheet/structure/structure-file.ts'
import { utils, write } from '@e965/xlsx'
import { createRandom, type Random } from '../structuring-invariants/random.ts'
import { KINDS, type Kind, type Value } from './kinds.ts'

/** node read-lengths.ts LISTS FORMATS: reads lists of 1,000 rows, and each again with its rows 36 times over, and writes what differs as JSON. */
export type LengthCounts = {
  /** Pairs of files: a list that can be held, and the same too long for it. */
  pairs: number
  /** The longer one was not read as a list that goes on to the end of its sheet. */
  not_lists: number
  /** Names, types or formats of columns differ. */
  typed_otherwise: number
  /** The longer one has not the same share of nulls. */
  other_nulls: number
  other_warnings: number
  differences: string[]
}

const ROWS = 1_000
/** With the cells that are missing it is more than a sheet may have that is held whole. */
const TIMES = 36

async function readLengths(lists: number, formats: readonly string[]): Promise<LengthCounts> {
  const counts: LengthCounts = {
    pairs: 0,
    not_lists: 0,
    typed_otherwise: 0,
    other_nulls: 0,
    other_warnings: 0,
    differences: [],
  }
  for (let seed = 1; seed <= lists; seed++) {
    const random = createRandom(seed * 6_151)
    const kinds = shuffled(KINDS, random)
    const rows = Array.from({ length: ROWS }, (_, row) => kinds.map(({ draw }) => draw(random, row)))
    const long = Array.from({ length: TIMES }, () => rows).flat()
    for (const ending of formats) {
      const fileOf = ending === 'csv' ? asText : asWorkbook
      const short = foundIn(await structured(fileOf(kinds, rows), ending), 1)
      compare(counts, `list ${seed}.${ending}`, short, foundIn(await structured(fileOf(kinds, long), ending), TIMES))
    }
  }
  return counts
}

async function structured(bytes: Buffer<ArrayBuffer>, ending: string): Promise<ParseSpec> {
  const sourceName = `list.${ending}`
  return structureFile(await openFile(bytesOf(bytes), sourceName), { sourceName, sha256: '' })
}

type Found = { isLong: boolean; columns: string[]; nulls: string[]; warnings: string[] }

/** What was found, counted for as many rows as the shorter list has. */
function foundIn({ regions, warnings }: ParseSpec, times: number): Found {
  const columns = regions.flatMap((region) => region.columns)
  return {
    isLong: regions.length === 1 && regions[0]?.evidence.includes('goes_on_below') === true,
    columns: columns.map(({ name, type, format }) => `${name} ${type} ${format}`),
    nulls: columns.map(({ name, evidence }) => `${name} ${(evidence?.nulls ?? 0) / times}`),
    warnings: warnings.map(({ code, column, count }) => `${code} ${column} ${(count ?? 0) / times}`).sort(),
  }
}

function compare(counts: LengthCounts, file: string, short: Found, long: Found) {
  const differing = (kind: 'columns' | 'nulls' | 'warnings') =>
    [...new Set([...short[kind], ...long[kind]])].filter(
      (one) => !short[kind].includes(one) || !long[kind].includes(one),
    )
  counts.pairs++
  if (short.isLong || !long.isLong) counts.not_lists++
  if (differing('columns').length > 0) counts.typed_otherwise++
  if (differing('nulls').length > 0) counts.other_nulls++
  if (differing('warnings').length > 0) counts.other_warnings++
  const all = [...differing('columns'), ...differing('nulls'), ...differing('warnings')]
  if (all.length > 0) counts.differences.push(`${file}: ${all.join('; ')}`)
}

function shuffled(kinds: readonly Kind[], random: Random): Kind[] {
  return kinds
    .map((kind) => ({ kind, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ kind }) => kind)
}

const quoted = (text: string) => (text.includes(',') ? `"${text}"` : text)

const asText = (kinds: readonly Kind[], rows: readonly (readonly Value[])[]) =>
  Buffer.from(
    [kinds.map(({ name }) => name), ...rows.map((row) => row.map(({ text }) => quoted(text)))]
      .map((row) => `${row.join(',')}\n`)
      .join(''),
  )

function asWorkbook(kinds: readonly Kind[], rows: readonly (readonly Value[])[]): Buffer<ArrayBuffer> {
  const book = utils.book_new()
  const values = rows.map((row) => row.map(({ typed }) => typed))
  const sheet = utils.aoa_to_sheet([kinds.map(({ name }) => name), ...values], { cellDates: true, UTC: true })
  utils.book_append_sheet(book, sheet, 'Sheet1')
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
}

console.log(JSON.stringify(await readLengths(Number(process.argv[2]), (process.argv[3] ?? '').split(','))))
