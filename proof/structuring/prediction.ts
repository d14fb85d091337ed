/** What the scorer reads of a case; its own documentation says what each member means. */
export type Prediction = {
  regions: { sheet: string; kind: string; range: string; header_rows: readonly number[] }[]
  tables: RelationTable[]
  alternatives: RelationTable[]
  lines: string
  cells: string[]
  cell_types: Record<string, 'header' | 'attribute' | 'data' | 'metadata'>
  facts: [row: string, column: string, value: string][]
  entries: [cell: string, labels: string[]][]
  parents: ([parent: string, child: string] | [parent: number, child: number])[]
  aggregations: [cell: string, op: string][]
  values: Record<string, number>
}

export type RelationTable = { name: string; columns: string[]; rows: (string | null)[][] }
