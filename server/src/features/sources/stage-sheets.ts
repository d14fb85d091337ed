import type { StagedTable } from '../../tabular/loader/load-request.ts'
import type { Loader, Watch } from '../../tabular/loader/loader.ts'
import { tableNames } from './name-tables.ts'

/** Every sheet of a file as it is, under the name its table is to have. */
export async function stageSheets(loader: Loader, filename: string, watch?: Watch): Promise<StagedTable[]> {
  const staged = await loader.ask({ kind: 'stage-sheets' }, watch)
  const names = tableNames(
    filename,
    staged.map(({ sheet }) => sheet),
  )
  return staged.map((table, n) => ({ ...table, name: names[n] ?? table.name }))
}
