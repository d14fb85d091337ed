import { actorOf } from '../../../core/audit/actor.ts'
import { type Anchor, anchorOf } from '../../../core/tables/annotations/annotation.ts'
import { insertMissingAnnotations } from '../../../core/tables/annotations/annotations.store.ts'
import type { StagedRemark } from '../../../engine/loader/load-request.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { rowIdOf, type WrittenRows } from '../origins/origins-of-tables.ts'

/** What an annotation has room for. */
const LONGEST_NOTE = 2_000
const LINK_LABEL = 'link'

/** Comments and links of the cells of a file, as annotations of the cells they became. */
export async function recordRemarks(tx: Tx, ctx: Context, workbookId: string, written: readonly WrittenRows[]) {
  for (const rows of written) {
    const annotations = new Map<string, { anchor: Anchor; marks: ReturnType<typeof marksOf> }>()
    for (const remark of rows.staged.remarks ?? []) {
      const anchor = anchorFor(rows, remark)
      if (anchor && !annotations.has(anchor.anchor)) annotations.set(anchor.anchor, { anchor, marks: marksOf(remark) })
    }
    const table = { workbookId, tableId: rows.tableId }
    await insertMissingAnnotations(tx, table, actorOf(ctx), [...annotations.values()])
  }
}

function anchorFor(written: WrittenRows, { row, column }: StagedRemark): Anchor | null {
  if (column === null) return anchorOf('table', {})
  const origin = written.columnIds[column] ?? null
  if (origin === null) return null
  return row === null
    ? anchorOf('column', { origins: [origin] })
    : anchorOf('cell', { rowIds: [rowIdOf(written, row)], origins: [origin] })
}

const marksOf = ({ note, link }: StagedRemark) => ({
  style: null,
  note: cut([note, link].filter((text) => text !== null).join('\n')),
  label: link === null ? null : LINK_LABEL,
})

function cut(text: string): string {
  // PostgreSQL keeps no text with this character.
  const whole = text.replaceAll('\u0000', '')
  return whole.length > LONGEST_NOTE ? `${whole.slice(0, LONGEST_NOTE - 1).toWellFormed()}…` : whole.toWellFormed()
}
