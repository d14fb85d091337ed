import type { ShapeColumn } from './table-shape.ts'

/** A corner that names both what stands below it and what stands to its right: `地域＼月`. */
const PARTED = /^([^\\/|]+)\\([^\\/|]+)$/
/** A slash joins words as well; what follows must be a time for it to part them: `区分/年度`. */
const PARTED_BY_SLASH = /^([^/]+)\/((?:会計)?(?:年度?|年月|月度?|四半期|期|日付?)|years?|months?|quarters?|periods?)$/i

type Named = { columns: readonly ShapeColumn[]; columnAxis: string | null }

/** The columns, the first label column under its own part of the corner's name, and the part that names the others. */
export function splitCorner(columns: readonly ShapeColumn[], label: number | undefined): Named {
  const corner = columns.find(({ column }) => column === label)
  const [, rows, axis] = corner?.path.length === 1 ? (partsOf(corner.path[0]?.text ?? '') ?? []) : []
  if (!corner || !rows || !axis || columns.some(({ name }) => name === rows)) return { columns, columnAxis: null }
  const named = { ...corner, name: rows.trim() }
  return { columns: columns.map((column) => (column === corner ? named : column)), columnAxis: axis.trim() }
}

const partsOf = (text: string) => PARTED.exec(text) ?? PARTED_BY_SLASH.exec(text)
