export type Cells = Record<string, unknown>

/** A table as it is read: its rows by their ids. */
export type State = { version: number; rows: ReadonlyMap<number, Cells> }

/** What became of a row; of cells only those that differ, as they were and as they are. */
export type Diff = { rowId: number; kind: 'insert' | 'update' | 'delete'; cells: Record<string, [unknown, unknown]> }

export function differenceOf(before: State, after: State): Diff[] {
  const ids = [...new Set([...before.rows.keys(), ...after.rows.keys()])]
  return ids.flatMap((rowId): Diff[] => {
    const [was, is] = [before.rows.get(rowId), after.rows.get(rowId)]
    const columns = Object.keys(was ?? is ?? {})
    const cells = Object.fromEntries(
      columns
        .map((column): [string, [unknown, unknown]] => [column, [was?.[column] ?? null, is?.[column] ?? null]])
        .filter(([, [old, now]]) => old !== now),
    )
    if (was && is) return Object.keys(cells).length > 0 ? [{ rowId, kind: 'update', cells }] : []
    return [{ rowId, kind: was ? 'delete' : 'insert', cells }]
  })
}

export function isSameDiff(one: readonly Diff[], other: readonly Diff[]): boolean {
  const spelled = (diffs: readonly Diff[]) =>
    JSON.stringify(
      [...diffs]
        .sort((a, b) => a.rowId - b.rowId)
        .map(({ rowId, kind, cells }) => [rowId, kind, Object.entries(cells).sort(([a], [b]) => (a < b ? -1 : 1))]),
    )
  return spelled(one) === spelled(other)
}
