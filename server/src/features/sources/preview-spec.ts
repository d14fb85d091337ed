import type { ParseSpec } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import { parseColumnType } from '../../tabular/column-type.ts'
import type { StagedTable } from '../../tabular/loader/load-request.ts'
import type { Loader } from '../../tabular/loader/loader.ts'
import { encodeValue } from '../../tabular/values.ts'

/** What a spec would make: a table, its first rows, and what of the file did not fit. */
export type PreviewedTable = { staged: StagedTable; rows: Record<string, unknown>[]; isPartial: boolean }

const FIRST_ROWS = 20

/** Whoever corrects a spec waits for this: of a large file only the beginning is read. */
const WHOLE_BYTES = 2_000_000
const ROWS_OF_LARGE = 2_000

export async function previewSpec(loader: Loader, spec: ParseSpec, sizeBytes: number): Promise<PreviewedTable[]> {
  const isPartial = sizeBytes > WHOLE_BYTES
  const tables = await loader.ask({ kind: 'stage-spec', spec, rows: isPartial ? ROWS_OF_LARGE : null })
  const previewed: PreviewedTable[] = []
  for (const [table, staged] of tables.entries()) {
    const lines = await loader.ask({ kind: 'first-rows', table, limit: FIRST_ROWS })
    previewed.push({ staged, rows: lines.map((line) => rowOf(staged, line)), isPartial })
  }
  return previewed
}

function rowOf({ columns }: StagedTable, texts: readonly (string | null)[]): Record<string, unknown> {
  const cells = columns.map(({ name, type }, n) => {
    const parsed = parseColumnType(type) ?? { name: 'VARCHAR' as const }
    return [name, encodeValue(parsed, texts[n] ?? null)] as const
  })
  return Object.fromEntries(cells)
}
