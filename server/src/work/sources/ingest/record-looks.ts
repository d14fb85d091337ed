import { actorOf } from '../../../core/audit/actor.ts'
import { anchorOf } from '../../../core/tables/annotations/annotation.ts'
import { insertMissingAnnotations } from '../../../core/tables/annotations/annotations.store.ts'
import { insertColumnDescriptions } from '../../../core/tables/tables.store.ts'
import type { Unit } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/postgres.ts'
import type { BuiltTable } from './build-tables.ts'

/**
 * What a file says of its columns besides their values: their units in the descriptions, and how their cells are shown as
 * number formats of the columns. What users have said of a column since stays.
 */
export async function recordLooks(tx: Tx, ctx: Context, workbookId: string, tables: readonly BuiltTable[]) {
  for (const { tableId, columns, staged } of tables) {
    const table = { workbookId, tableId }
    const described = columns.flatMap(({ origin, name, unit }) =>
      unit ? [{ ...table, origin, description: describeUnit(name, unit) }] : [],
    )
    await insertColumnDescriptions(tx, described)
    const formats = columns.flatMap(({ origin }, n) => {
      const format = staged.columns[n]?.look?.numberFormat ?? null
      const marks = { style: { number_format: format }, note: null, label: null }
      return format === null ? [] : [{ anchor: anchorOf('column', { origins: [origin] }), marks }]
    })
    await insertMissingAnnotations(tx, table, actorOf(ctx), formats)
  }
}

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** In the language of the file's own words. */
const describeUnit = (name: string, { text }: Unit) => (JAPANESE.test(name + text) ? `単位: ${text}` : `Unit: ${text}`)
