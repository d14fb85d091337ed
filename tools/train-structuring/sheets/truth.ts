/** What a generated sheet says, whatever shape its tables come out in. */
export type Truth = {
  language: 'ja' | 'en'
  tables: readonly TrueTable[]
  /** Pairs of names and values of the forms on the sheet. */
  fields: readonly TrueField[]
}

/** A relation the sheet was made from, and the computed figures that stand on the sheet beside its values. */
export type TrueTable = {
  id: string
  /** In a list the computed columns may stay beside the values; in a cross table they are better kept apart. */
  kind: 'list' | 'cross'
  columns: readonly TrueColumn[]
  /** One row for each record, in the shape that is meant: days as YYYY-MM-DD, codes as texts, null where nothing stands. */
  rows: readonly (readonly TrueValue[])[]
  totals: readonly TrueFact[]
  /** How many rows the table may have: columns of measures may stay columns, periods may not. */
  rowCounts: readonly number[]
}

/** `name` is null where no cell of the sheet names the column (the months of a cross table). */
export type TrueColumn = { name: string | null; isMeasure: boolean }

export type TrueValue = string | number | null

/** One figure and all words of the sheet that identify it. Parts of a name that stand above each other are joined by `_`. */
export type TrueFact = {
  labels: readonly string[]
  value: TrueValue
  role: 'leaf' | 'total'
  /** Of a total: a ratio, a difference or a balance, which no sum counts twice. */
  isDerived?: true
}

export type TrueField = { name: string; value: TrueValue }

/**
 * The facts of a relation: each measure of a record with the labels of the record and the name of the measure. A record without
 * a measure is one fact: its first label, identified by the others.
 */
export function leafFacts({ columns, rows }: Pick<TrueTable, 'columns' | 'rows'>): TrueFact[] {
  return rows.flatMap((row) => {
    const labels = columns.flatMap(({ isMeasure }, n) => (isMeasure ? [] : labelOf(row[n])))
    const facts = columns.flatMap(({ isMeasure, name }, n): TrueFact[] => {
      const value = row[n] ?? null
      if (!isMeasure || value === null) return []
      return [{ labels: name === null ? labels : [...labels, name], value, role: 'leaf' }]
    })
    const [first, ...others] = labels
    if (facts.length > 0 || first === undefined) return facts
    return [{ labels: others, value: first, role: 'leaf' }]
  })
}

const labelOf = (value: TrueValue | undefined): string[] =>
  value === null || value === undefined ? [] : [String(value)]
