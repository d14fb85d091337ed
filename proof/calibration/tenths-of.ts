/** A table, what was said of it, and what it is; `verdict` is that of its whole file. Its id is that of the file and a number. */
export type SaidTable = { id: string; said: number; label: number; verdict: string }

export type Tenth = { from: number; count: number; said: number; right: number }

/** Tables of which about the same was said: the mean of that, and the share that is right. */
export function tenthsOf(tables: readonly SaidTable[]): Tenth[] {
  const byTenth = Map.groupBy(tables, ({ said }) => Math.min(9, Math.floor(said * 10)))
  return [...byTenth]
    .sort(([one], [other]) => one - other)
    .map(([tenth, its]) => ({
      from: tenth / 10,
      count: its.length,
      said: mean(its.map(({ said }) => said)),
      right: mean(its.map(({ label }) => label)),
    }))
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
