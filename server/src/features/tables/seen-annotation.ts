import type { OpenedTable } from '../governance/open-readable-table.ts'
import { type Annotation, idsIn } from './annotation.ts'

/** An annotation with the names that its columns have now. */
export type SeenAnnotation = Annotation & { columns: readonly string[]; rowIds: readonly number[] | null }

/**
 * What a reader may see of it; null when its columns are gone, or one of them is denied to him. Of a masked column he
 * sees that there is a note, and not what it says.
 */
export function seenAnnotation({ table, schema }: OpenedTable, annotation: Annotation): SeenAnnotation | null {
  const { origins, rows } = annotation
  const present = origins.filter((origin) => schema.some((column) => column.origin === origin))
  const columns = present.flatMap((origin) => table.columns.find((column) => column.origin === origin) ?? [])
  const isGone = origins.length > 0 && present.length === 0
  if (isGone || columns.length < present.length) return null
  const isMasked = columns.some((column) => column.isMasked)
  return {
    ...annotation,
    note: isMasked ? null : annotation.note,
    columns: columns.map(({ name }) => name),
    rowIds: rows && idsIn(rows),
  }
}
