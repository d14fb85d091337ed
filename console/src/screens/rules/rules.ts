import type { Wire } from '@bindery-data/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'

export type Rule = Wire.TableRules['rules'][number]
export type RuleKind = Rule['kind']

/** Rules are kept with the tables: a change of them is an event of the table. */
export const rulesQuery = (workbookId: string, table: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'tables', table, 'rules'),
    queryFn: ({ signal }) => client.workbook(workbookId).table(table).rules({ signal }),
  })

export const columnsQuery = (workbookId: string, table: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'tables', table, 'columns of rules'),
    queryFn: async ({ signal }) => {
      const columns = await client.workbook(workbookId).table(table).columns({ signal })
      return columns.filter(({ masked }) => !masked).map(({ name }) => name)
    },
  })

/** A rule as the service takes it again. */
export const sentRule = ({ in_force: _, ...rule }: Rule) => rule
type SentRule = ReturnType<typeof sentRule>

/** What a user has filled in, all of it text. */
export type RuleDraft = {
  kind: RuleKind
  columns: readonly string[]
  name: string
  min: string
  max: string
  pattern: string
  values: string
  table: string
  tableColumn: string
  expression: string
  message: string
}

export const newRule = (column: string): RuleDraft => ({
  kind: 'required',
  columns: [column],
  name: '',
  min: '',
  max: '',
  pattern: '',
  values: '',
  table: '',
  tableColumn: '',
  expression: '',
  message: '',
})

const NOTHING: SentRule = {
  kind: 'required',
  name: null,
  column: null,
  columns: null,
  min: null,
  max: null,
  pattern: null,
  values: null,
  table: null,
  table_column: null,
  expression: null,
  message: null,
}

/** Values go as texts: the service reads them as the column's type. */
export function ruleOf(draft: RuleDraft): SentRule {
  const [column = ''] = draft.columns
  const rule = { ...NOTHING, kind: draft.kind, message: draft.message || null }
  switch (draft.kind) {
    case 'required':
      return { ...rule, column }
    case 'unique':
      return { ...rule, columns: [...draft.columns] }
    case 'range':
      return { ...rule, column, min: draft.min || null, max: draft.max || null }
    case 'pattern':
      return { ...rule, column, pattern: draft.pattern }
    case 'one_of':
      return { ...rule, column, values: linesOf(draft.values) }
    case 'reference':
      return { ...rule, column, table: draft.table, table_column: draft.tableColumn }
    case 'row':
      return { ...rule, name: draft.name, expression: draft.expression }
  }
}

const linesOf = (text: string) => text.split(/[,、\n]/).flatMap((line) => line.trim() || [])

export function isWhole({ kind, min, max, pattern, values, table, tableColumn, name, expression }: RuleDraft): boolean {
  switch (kind) {
    case 'required':
    case 'unique':
      return true
    case 'range':
      return min !== '' || max !== ''
    case 'pattern':
      return pattern !== ''
    case 'one_of':
      return linesOf(values).length > 0
    case 'reference':
      return table !== '' && tableColumn !== ''
    case 'row':
      return name !== '' && expression !== ''
  }
}
