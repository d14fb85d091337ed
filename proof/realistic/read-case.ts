import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { brokenLaw } from '@bindery-data/spreadsheet/structure/invariants/reading-laws.ts'
import { readFileSheet } from '@bindery-data/spreadsheet/structure/read-file-sheet.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { structureFile } from '@bindery-data/spreadsheet/structure/structure-file.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { stepsOf } from '@bindery-data/spreadsheet/structure/tables/reshape/apply-reshape.ts'
import { tablesOfSheet } from '@bindery-data/spreadsheet/structure/tables-of-sheet.ts'
import { type TableOfSheet, uniteTables } from '@bindery-data/spreadsheet/structure/unions/unite-tables.ts'

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

/** A case through the engine, as an upload goes; without laws, the first reading that breaks one is followed. */
export async function readCase(folder: string, isLawless: boolean): Promise<ReadCase> {
  const began = performance.now()
  const secondsSince = () => Number(((performance.now() - began) / 1000).toFixed(3))
  try {
    const { file, name } = await openCase(folder)
    const spec = await structureFile(file, { sourceName: name, sha256: '' })
    const asRead = isLawless ? withoutLaws : (_: Sheet, region: Region) => region
    const made = await tablesBySpec(file, spec, name, asRead)
    file.close()
    return { ...made, error: null, seconds: secondsSince() }
  } catch (error) {
    return { ...failed(error), seconds: secondsSince() }
  }
}

/** The file of a case. */
export async function openCase(folder: string): Promise<{ file: OpenedFile; name: string }> {
  const name = readdirSync(folder).find((one) => one.startsWith('input.'))
  if (!name) throw new Error(`${folder} has no input`)
  return { file: await openFile(bytesOf(readFileSync(`${folder}/${name}`)), name), name }
}

export const failed = (error: unknown): Omit<ReadCase, 'seconds'> => {
  const said = error instanceof Error ? error.message : String(error)
  return { tables: [], warnings: [], error: said, needs_review: false }
}

/** The tables that a spec makes of a file, and what it says about them. */
export async function tablesBySpec(
  file: OpenedFile,
  spec: ParseSpec,
  name: string,
  asRead: (sheet: Sheet, region: Region) => Region = (_, region) => region,
): Promise<Pick<ReadCase, 'tables' | 'warnings' | 'needs_review'>> {
  const made: TableOfSheet[] = []
  for (const [place, info] of file.sheets.entries()) {
    const sheet = await readFileSheet(file, place, name.replace(/\.\w+$/, ''))
    const regions = spec.regions.filter((region) => region.sheet === info.name)
    const tables = sheet
      ? tablesOfSheet(
          sheet,
          regions.map((region) => asRead(sheet, region)),
        )
      : []
    made.push(...tables.map((table) => ({ sheet: info.name, table })))
  }
  return {
    tables: uniteTables(spec.regions, made).map(asOutput),
    warnings: spec.warnings.map(({ code, message }) => `${code}: ${message}`),
    needs_review: spec.regions.some((region) => region.needs_review === true),
  }
}

function withoutLaws(sheet: Sheet, region: Region): Region {
  const forbidden = region.alternatives.find(
    ({ patch }) => brokenLaw(sheet, region, stepsOf({ reshape: patch.reshape ?? null })) !== null,
  )
  return forbidden ? { ...region, ...forbidden.patch } : region
}

const ROLES: Readonly<Record<string, string>> = { notes: 'notes', computed: 'computed', accounts: 'accounts' }
const NUMBERS = /^(?:BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/

function asOutput({ name, kind, columns, rows }: MadeTable): OutputTable {
  return {
    name,
    role: ROLES[kind] ?? 'data',
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    rows: rows.map((row) => row.map(({ text }, n) => (isNumber(columns[n]?.type) ? numberOf(text) : text))),
  }
}

const isNumber = (type = '') => NUMBERS.test(type)

/** What is no number in a column of numbers is left empty, as the service does. */
const numberOf = (text: string | null) => (text === null || !Number.isFinite(Number(text)) ? null : Number(text))
