import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { emitEvent } from '../events/emit-event.ts'
import type { Source, Structuring } from './source.ts'

export type Materialized = {
  source: Source
  made: readonly { name: string; rowCount: number }[]
  structuring: Structuring
  actor: string | null
}

/** An event has room for so many names. */
const MOST_NAMES = 50

export async function tellMaterialized(tx: Tx, ctx: Context, { source, made, structuring, actor }: Materialized) {
  await emitEvent(tx, ctx, {
    workbookId: source.workbookId,
    kind: 'source.materialized',
    actor,
    data: {
      source: { name: source.name, id: toWireId('src', source.sourceId) },
      artifacts: made.slice(0, MOST_NAMES).map(({ name, rowCount }) => ({ name, row_count: rowCount })),
      structuring,
    },
  })
}
