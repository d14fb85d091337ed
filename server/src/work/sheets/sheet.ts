/** A presentation of tables: what stands on it, from top to bottom. It owns no data. */
export type Sheet = {
  workbookId: string
  name: string
  title: string | null
  description: string | null
  spec: SheetSpec
  version: number
  createdAt: Date
  updatedAt: Date
}

/** In wire form: a document, kept as it was sent. */
export type SheetSpec = {
  blocks: readonly Block[]
  column_widths?: Readonly<Record<string, number>> | null
  freeze_header?: boolean
}

export type Block = HeadingBlock | TextBlock | TableView | SpacerBlock
export type HeadingBlock = { kind: 'heading'; text: string; level?: 1 | 2 | 3 }
export type TextBlock = { kind: 'text'; text: string }
export type SpacerBlock = { kind: 'spacer'; rows?: number }

export const TOTALS = ['sum', 'avg', 'count', 'min', 'max'] as const
export type Total = (typeof TOTALS)[number]

export type TableView = {
  kind: 'table_view'
  table: string
  columns?: readonly string[] | null
  filter?: string | null
  order_by?: readonly { column: string; direction?: 'asc' | 'desc' }[] | null
  limit?: number | null
  title?: string | null
  show_header?: boolean
  totals?: Readonly<Record<string, Total>> | null
}

export const MOST_SHEETS = 200

/** Names of the tables it shows, each once. */
export const tablesOn = ({ blocks }: SheetSpec) => [
  ...new Set(blocks.flatMap((block) => (block.kind === 'table_view' ? [block.table] : []))),
]
