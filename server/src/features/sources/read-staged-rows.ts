import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { StagedTable } from '../../tabular/loader/load-request.ts'
import type { Loader } from '../../tabular/loader/loader.ts'
import type { MappedSpec, Target } from './materialize-request.ts'
import { tooManyRowsToMatch } from './sources.errors.ts'

const MOST_ROWS = 50_000

/** Staged rows one by one, under the names of the table's columns: for writes that must look at each. */
export async function readStagedRows(
  loader: Loader,
  staged: readonly StagedTable[],
  { columns: mapping }: MappedSpec,
  { blankPolicy }: Target,
): Promise<Record<string, string | null>[]> {
  const count = staged.reduce((sum, { rows }) => sum + rows, 0)
  if (count > MOST_ROWS) throw tooManyRowsToMatch(count, MOST_ROWS)
  const rows: Record<string, string | null>[] = []
  for (const [table, { columns }] of staged.entries()) {
    const names = columns.map(({ name }) => mapping.get(name)?.name)
    const file = await loader.ask({ kind: 'lines', table, columns: columns.map((_, n) => n) })
    for await (const line of createInterface({ input: createReadStream(join(loader.folder, file)) })) {
      // Safe: our own program wrote it.
      const texts = JSON.parse(line) as (string | null)[]
      rows.push(rowOf(names, texts, blankPolicy))
    }
  }
  return rows
}

function rowOf(
  names: readonly (string | undefined)[],
  texts: readonly (string | null)[],
  blankPolicy: Target['blankPolicy'],
): Record<string, string | null> {
  const cells = names.flatMap((name, n) => {
    const text = texts[n] ?? null
    return name === undefined || (text === null && blankPolicy === 'keep') ? [] : [[name, text] as const]
  })
  return Object.fromEntries(cells)
}
