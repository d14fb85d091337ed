import { hiddenNames } from './governance.errors.ts'
import type { OpenedTable } from './open-readable-table.ts'

/**
 * Before a caller gives a column a name. Where columns are denied, every name is refused in the same way: if only the names of
 * hidden columns were, the refusal would confirm them.
 */
export function refuseIfNamesHidden({ table, schema }: OpenedTable) {
  if (table.columns.length < schema.length) throw hiddenNames()
}
