import type { Column, Operations, RowsPage, WrittenRows } from './generated/types.ts'
import { isProblem } from './problem.ts'
import { pause } from './repeat.ts'
import type { Row } from './row.ts'
import type { RowsOptions } from './rows-options.ts'
import type { CallOptions } from './send.ts'

/** The rows that were asked for, all as they stood at one version. */
export type TableState<R extends Row> = { rows: R[]; columns: Column[]; editVersion: number }

/** Rows to write (with `__svc_row_id` those there are, without it new ones), or the ids of rows to delete. */
export type Edit<R extends Row> = Partial<R>[] | { delete: number[] } | null | undefined

export type EditOptions = Pick<RowsOptions, 'columns' | 'filter' | 'order_by' | 'signal'> &
  Pick<Operations['writeTableRows']['body'], 'match_on' | 'actor'> & {
    /** How often to begin again because another writer was faster. */
    attempts?: number | undefined
  }

/** What the write answered; null when there was nothing to do. */
export type Edited = WrittenRows | Operations['deleteTableRows']['answer'] | null

/** As much of a table as an edit needs. */
type Editable<R extends Row> = {
  rows: (selection: RowsOptions) => { pages: () => AsyncIterable<RowsPage> }
  write: (body: Written<R>, options: CallOptions) => Promise<WrittenRows>
  deleteRows: (body: Operations['deleteTableRows']['body'], options: CallOptions) => Promise<Edited>
}
type Written<R extends Row> = Omit<Operations['writeTableRows']['body'], 'rows'> & { rows: Partial<R>[] }

const ATTEMPTS = 5
/** Of two who collide again and again one should come first. */
const STEP_ASIDE_MS = 50

/**
 * Reads the table, lets `edit` say what to change, and writes that in one go if the table has not changed meanwhile; else it
 * reads and asks again. `edit` may be called several times and must have no effect of its own.
 */
export async function editTable<R extends Row>(
  table: Editable<R>,
  edit: (state: TableState<R>) => Edit<R> | Promise<Edit<R>>,
  options: EditOptions = {},
): Promise<Edited> {
  const { attempts = ATTEMPTS, match_on, actor, signal, ...selection } = options
  for (let attempt = 1; ; attempt++) {
    const state = await readState(table, { ...selection, signal })
    const wanted = state && (await edit(state))
    const expected_version = state?.editVersion ?? null
    try {
      if (state === null) throw new RacedError()
      if (!wanted || (Array.isArray(wanted) && wanted.length === 0)) return null
      if (!Array.isArray(wanted))
        return await table.deleteRows({ row_ids: wanted.delete, expected_version, actor }, { signal })
      return await table.write({ rows: wanted, expected_version, match_on, actor }, { signal })
    } catch (error) {
      const isRaced = isProblem(error, 'version_conflict') || error instanceof RacedError
      if (!isRaced || attempt >= attempts) throw error
      await pause(Math.random() * attempt * STEP_ASIDE_MS, signal)
    }
  }
}

class RacedError extends Error {
  override readonly message = 'The table is changed faster than it can be read'
}

/** Null when the table changed between two of its pages. */
async function readState<R extends Row>(table: Editable<R>, selection: RowsOptions): Promise<TableState<R> | null> {
  const rows: R[] = []
  let state: TableState<R> | null = null
  for await (const page of table.rows(selection).pages()) {
    if (state && state.editVersion !== page.edit_version) return null
    // Safe: the caller says what the rows are like.
    rows.push(...(page.rows as R[]))
    state = { rows, columns: page.columns, editVersion: page.edit_version }
  }
  return state
}
