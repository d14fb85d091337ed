import { createHash } from 'node:crypto'
import type { Actor } from '../../audit/actor.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'

export const TARGET_KINDS = ['table', 'column', 'row', 'cell', 'range'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

/** What is annotated, as a request names it. */
export type Target = { kind: TargetKind; rowId: number | null; column: string | null; range: string | null }

/** Rows from `from` to `to`, both included. */
export type RowRange = { from: number; to: number }

/** What is annotated, as it is kept: rows by their ids, columns by their origins. */
export type Anchor = {
  kind: TargetKind
  /** One text per target. */
  anchor: string
  rows: readonly RowRange[]
  origins: readonly number[]
  range: string | null
  rowCount: number
}

/** Members of a style that were set. */
export type Style = Readonly<Record<string, unknown>>

export type Marks = { style: Style | null; note: string | null; label: string | null }

export type Annotation = Marks & {
  annotationId: string
  kind: TargetKind
  /** Of a range only while they are few: null when they are too many to send. */
  rows: readonly RowRange[] | null
  origins: readonly number[]
  range: string | null
  actor: Actor
  createdAt: Date
  updatedAt: Date
}

/** Ids of at most this many rows of a range are sent. */
export const ROWS_TOLD = 1_000

export function anchorOf(
  kind: TargetKind,
  {
    rowIds = [],
    origins = [],
    range = null,
  }: { rowIds?: readonly number[]; origins?: readonly number[]; range?: string | null },
): Anchor {
  const rows = rangesOf(rowIds)
  const place = kind === 'range' ? hashOf([rows, origins]) : [...rowIds, ...origins].join(':')
  return { kind, anchor: `${kind}:${place}`, rows, origins, range, rowCount: rowIds.length }
}

/** Ascending ids, those in a row together. A gap is a deleted row, which may come back. */
export function rangesOf(rowIds: readonly number[]): RowRange[] {
  const ranges: RowRange[] = []
  for (const id of rowIds) {
    const last = ranges.at(-1)
    if (last && last.to === id - 1) last.to = id
    else ranges.push({ from: id, to: id })
  }
  return ranges
}

export function idsIn(ranges: readonly RowRange[]): number[] {
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n))
}

/** Member by member: what is null or left out stays as it was. */
export function mergeMarks(before: Marks, sent: Marks): Marks {
  return {
    style: sent.style ? { ...before.style, ...sent.style } : before.style,
    note: sent.note ?? before.note,
    label: sent.label ?? before.label,
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** An annotation with the names that its columns have now. */
export type VisibleAnnotation = Annotation & { columns: readonly string[]; rowIds: readonly number[] | null }

/**
 * What a reader may see of it; null when its columns are gone, or one of them is denied to them. Of a masked column they
 * see that there is a note, and not what it says.
 */
export function visibleAnnotation({ table, schema }: OpenedTable, annotation: Annotation): VisibleAnnotation | null {
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
