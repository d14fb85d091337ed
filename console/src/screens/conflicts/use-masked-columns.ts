import type { Wire } from '@bindery-data/sdk'
import { useQueries } from '@tanstack/react-query'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'

/** Whether a policy hides the values of a conflict: the service tells none then. */
export function useMaskedColumns(workbookId: string, conflicts: readonly Wire.Conflict[]) {
  const tables = [...new Set(conflicts.flatMap(({ table }) => (table === null ? [] : [table])))]
  const masked = useQueries({
    queries: tables.map((name) => ({
      queryKey: keys.of(workbookId, 'tables', name),
      queryFn: () => client.api.readTable({ workbook_id: workbookId, name }),
    })),
    combine: (answers) =>
      new Set(answers.flatMap(({ data }, n) => data?.masked_columns.map((column) => placed(tables[n], column)) ?? [])),
  })
  return ({ table, column }: Wire.Conflict) => masked.has(placed(table, column))
}

const placed = (table: string | null | undefined, column: string | null) => JSON.stringify([table, column])
