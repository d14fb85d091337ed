import { createHash } from 'node:crypto'
import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { StagedTable } from '../../../../engine/loader/load-request.ts'
import type { Held } from '../../../../people/billing/credits/credits.ts'
import type { Structuring } from '../../source.ts'
import type { BuiltTable } from '../build-tables.ts'

/** What became of the wish to have the sheets of a file split into the tables that people see in them. */
export type Structured =
  | { isStructured: false; structuring: Exclude<Structuring, 'structured'>; reason: string | null }
  | { isStructured: true; spec: ParseSpec; tables: BuiltTable[]; bill: Bill | null }

/** What is to be paid when the tables land; null: it was found in the cache. Until then it is held. */
export type Bill = { key: StructuringKey; credits: number; held: Held | null }

/** Content that an account pays for once. */
export type StructuringKey = { workbookId: string; accountId: string; content: Buffer }

export const notStructured = (structuring: Exclude<Structuring, 'structured'>, reason: string | null = null) =>
  ({ isStructured: false, structuring, reason }) as const

export const fallBack = (reason: string) => notStructured('raw_fallback', reason)

const LONGEST_DETAIL = 200

/** The reason of a file whose structure could not be found. */
export const failedFor = (detail: string) => fallBack(`failed:${detail.slice(0, LONGEST_DETAIL)}`)

/** Changes whenever the same file may be understood otherwise than before: what was found earlier is then computed again. */
const METHOD = 5

/** What a proposal depends on besides the bytes. */
export function optionsHash(options: { sourceName: string; language: string | null; rules: string | null }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([METHOD, options.sourceName, options.language, options.rules]))
    .digest()
}

const CELLS_PER_PRICE = 10_000

/** By the cells of the sheets, each ten thousand that were begun. */
export function priceOf(sheets: readonly Pick<StagedTable, 'rows' | 'columns'>[], creditsPerPrice: number): number {
  const cells = sheets.reduce((sum, { rows, columns }) => sum + rows * columns.length, 0)
  return Math.ceil(cells / CELLS_PER_PRICE) * creditsPerPrice
}
