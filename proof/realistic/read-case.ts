import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { brokenLaw } from '@bindery-data/spreadsheet/structure/invariants/reading-laws.ts'
import { readFileSheet } from '@bindery-data/spreadsheet/structure/read-file-sheet.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { stepsOf } from '@bindery-data/spreadsheet/structure/tables/reshape/apply-reshape.ts'
import type { Loader } from '../../server/src/engine/loader/load-request.ts'
import { analyzeFile, type FileToRead, type ReadByLoader, type StagedRows, stageTables } from '../lib/read-by-loader.ts'

/** What the scorer of a pack judges: the tables a file became, and what was said about them. */
export type ReadCase = {
  tables: readonly OutputTable[]
  warnings: readonly string[]
  error: string | null
  needs_review: boolean
  seconds: number
}

type OutputTable = {
  name: string
  role: string
  columns: readonly { name: string; type: string }[]
  rows: readonly (readonly (string | number | null)[])[]
}

/** The cases of a pack: each is a folder with an input and its truth. */
export const casesIn = (pack: string): string[] =>
  readdirSync(pack)
    .filter((id) => existsSync(`${pack}/${id}/truth.json`))
    .sort()

/** The tables that a loader makes of a case; without laws, the first reading that breaks one is followed. */
export const readCase = (read: ReadByLoader, folder: string, isLawless = false): Promise<ReadCase> =>
  caseRead(read, folder, async (loader, file) => {
    const spec = await analyzeFile(loader, file.name)
    return isLawless ? withoutLaws(file, spec) : spec
  })

/** The tables of a case by the spec that `specFor` finds; a file that is refused has none. */
export async function caseRead(
  read: ReadByLoader,
  folder: string,
  specFor: (loader: Loader, file: FileToRead) => Promise<ParseSpec>,
): Promise<ReadCase> {
  const began = performance.now()
  const secondsSince = () => Number(((performance.now() - began) / 1000).toFixed(3))
  try {
    const file = openCase(folder)
    const made = await read(file, async (loader) => {
      const spec = await specFor(loader, file)
      return outcomeOf(spec, await stageTables(loader, spec))
    })
    return { ...made, error: null, seconds: secondsSince() }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { tables: [], warnings: [], error: said, needs_review: false, seconds: secondsSince() }
  }
}

/** The file of a case. */
export function openCase(folder: string): FileToRead {
  const name = readdirSync(folder).find((one) => one.startsWith('input.'))
  if (!name) throw new Error(`${folder} has no input`)
  return { bytes: readFileSync(`${folder}/${name}`), name }
}

const outcomeOf = (spec: ParseSpec, staged: readonly StagedRows[]): Omit<ReadCase, 'error' | 'seconds'> => ({
  tables: staged.map(asOutput),
  warnings: spec.warnings.map(({ code, message }) => `${code}: ${message}`),
  needs_review: spec.regions.some((region) => region.needs_review === true),
})

async function withoutLaws({ bytes, name }: FileToRead, spec: ParseSpec): Promise<ParseSpec> {
  const file = await openFile(bytesOf(Buffer.from(bytes)), name)
  const sheets = new Map<string, Sheet>()
  for (const [place, info] of file.sheets.entries()) {
    const sheet = await readFileSheet(file, place, name.replace(/\.\w+$/, ''))
    if (sheet) sheets.set(info.name, sheet)
  }
  file.close()
  const regions = spec.regions.map((region) => {
    const sheet = sheets.get(region.sheet)
    return sheet ? lawless(sheet, region) : region
  })
  return { ...spec, regions }
}

function lawless(sheet: Sheet, region: Region): Region {
  const forbidden = region.alternatives.find(
    ({ patch }) => brokenLaw(sheet, region, stepsOf({ reshape: patch.reshape ?? null })) !== null,
  )
  return forbidden ? { ...region, ...forbidden.patch } : region
}

const ROLES: Readonly<Record<string, string>> = { notes: 'notes', computed: 'computed', accounts: 'accounts' }
const NUMBERS = /^(?:BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/

function asOutput({ table: { name, output, columns }, rows }: StagedRows): OutputTable {
  const isNumber = columns.map(({ type }) => NUMBERS.test(type))
  return {
    name,
    role: ROLES[output ?? ''] ?? 'data',
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    rows: rows.map((row) => row.map((text, n) => (isNumber[n] && text !== null ? Number(text) : text))),
  }
}
