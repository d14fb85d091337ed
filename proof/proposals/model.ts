/** What proposals must do to tables, said again in a few lines: rows by id, cells by name. */
export type Cells = { name: string | null; count: number | null }
export type Table = Map<number, Cells>
export type Tables = Map<string, Table>

export type Update = { rowId: number; after: Partial<Cells> }
export type Change = { table: string; updates: Update[]; inserts: Cells[]; deletes: number[] }
export type Choice = 'refuse' | 'proposed' | 'current'

export type Proposal = {
  id: string
  changes: Change[]
  /** The tables when it was made. */
  base: Tables
  state: 'open' | 'applied' | 'rejected' | 'withdrawn'
  approvers: Set<number>
}

export const copyOf = (tables: Tables): Tables =>
  new Map([...tables].map(([name, rows]) => [name, new Map([...rows].map(([id, cells]) => [id, { ...cells }]))]))

export const isSame = (one: Cells | undefined, other: Cells | undefined) =>
  one?.name === other?.name && one?.count === other?.count

const namesIn = (after: Partial<Cells>) => Object.keys(after) as (keyof Cells)[] // Safe: made here of these keys.

/** How often the tables and the proposal disagree. */
export function conflictsIn({ changes, base }: Proposal, now: Tables): number {
  let conflicts = 0
  for (const { table, updates, deletes } of changes) {
    const [then, rows] = [base.get(table), now.get(table)]
    for (const update of updates) if (!rows?.has(update.rowId) || torn(update, then, rows).length > 0) conflicts++
    for (const id of deletes) if (rows?.has(id) && !isSame(rows.get(id), then?.get(id))) conflicts++
  }
  return conflicts
}

/** Cells of an update that others have changed to something else. */
function torn({ rowId, after }: Update, then: Table | undefined, rows: Table): (keyof Cells)[] {
  const [was, is] = [then?.get(rowId), rows.get(rowId)]
  return namesIn(after).filter((name) => is?.[name] !== was?.[name] && is?.[name] !== after[name])
}

/** What the tables are afterwards, but for new rows, whose ids only the service knows. */
export function applied(proposal: Proposal, before: Tables, choice: Choice): Tables {
  const tables = copyOf(before)
  for (const change of proposal.changes) {
    const rows = tables.get(change.table)
    if (rows) applyTo(rows, change, proposal.base.get(change.table), choice === 'current')
  }
  return tables
}

function applyTo(rows: Table, { updates, deletes }: Change, then: Table | undefined, keepsCurrent: boolean) {
  for (const update of updates) {
    const cells = rows.get(update.rowId)
    if (!cells) continue
    const kept = keepsCurrent ? torn(update, then, rows) : []
    for (const name of namesIn(update.after))
      if (!kept.includes(name)) Object.assign(cells, { [name]: update.after[name] })
  }
  for (const id of deletes) if (!keepsCurrent || isSame(rows.get(id), then?.get(id))) rows.delete(id)
}
