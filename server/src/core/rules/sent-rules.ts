import { type Expression, ExpressionError, mapColumns } from '../../engine/expressions/expression.ts'
import { parseExpression } from '../../engine/expressions/parse-expression.ts'
import type { ReadableColumn } from '../../engine/table/readable-table.ts'
import type { Context } from '../../platform/context.ts'
import { Turn } from '../../platform/turns.ts'
import { maskedColumn } from '../policies/governance.errors.ts'
import { type OpenedTable, openReadableTable } from '../reading/open-readable-table.ts'
import { unknownColumn } from '../tables/tables.errors.ts'
import { canonicalFor, compileRules, referredColumn } from './compile-rules.ts'
import type { Rule } from './rule.ts'
import type { SentRule } from './rule-wire.ts'
import { invalidRule } from './rules.errors.ts'

type Field = Exclude<keyof SentRule, 'kind' | 'message'>

/** Which fields each kind takes; those with a star may be left out. */
const TAKES: Readonly<Record<SentRule['kind'], readonly (Field | `${Field}*`)[]>> = {
  required: ['column'],
  unique: ['columns'],
  range: ['column', 'min*', 'max*'],
  pattern: ['column', 'pattern'],
  one_of: ['column', 'values'],
  reference: ['column', 'table', 'table_column'],
  row: ['name', 'expression'],
}

/** Rules as they are kept. Each must fit the columns it names, and name only those that its author sees. */
export async function readSentRules(ctx: Context, opened: OpenedTable, sent: readonly SentRule[]): Promise<Rule[]> {
  const rules: Rule[] = []
  const turn = new Turn()
  for (const [index, each] of sent.entries()) {
    if (turn.isOver) await turn.next()
    refuseIfOtherFields(index, each)
    try {
      const rule = await ruleFrom(ctx, opened, each)
      for (const { test } of compileRules([rule], opened.schema))
        if (test.kind === 'reference') referredColumn(test, (await openTarget(ctx, opened, each)).schema)
      rules.push(rule)
    } catch (error) {
      throw error instanceof ExpressionError ? invalidRule(index, error.message) : error
    }
  }
  refuseIfSameNames(rules)
  return rules
}

function refuseIfOtherFields(index: number, sent: SentRule) {
  const takes = TAKES[sent.kind]
  const fields: readonly Field[] = [
    'name',
    'column',
    'columns',
    'min',
    'max',
    'pattern',
    'values',
    'table',
    'table_column',
    'expression',
  ]
  const isGiven = (field: Field) => sent[field] !== undefined && sent[field] !== null
  const missing = fields.filter((field) => takes.includes(field) && !isGiven(field))
  if (missing.length > 0) throw invalidRule(index, `is ${sent.kind} and lacks ${missing.join(', ')}`)
  const others = fields.filter((field) => isGiven(field) && !takes.includes(field) && !takes.includes(`${field}*`))
  if (others.length > 0) throw invalidRule(index, `is ${sent.kind}, which takes no ${others.join(', ')}`)
  if (sent.kind === 'range' && !isGiven('min') && !isGiven('max'))
    throw invalidRule(index, 'is range and has neither min nor max')
}

function refuseIfSameNames(rules: readonly Rule[]) {
  const names = rules.map((rule) => (rule.kind === 'row' ? rule.name : null))
  const index = names.findIndex((name, n) => name !== null && names.indexOf(name) < n)
  if (index >= 0) throw invalidRule(index, `has the name ${names[index]}, as another row rule has`)
}

async function ruleFrom(ctx: Context, opened: OpenedTable, sent: SentRule): Promise<Rule> {
  const message = sent.message ?? null
  const column = (name: string | null | undefined) => columnNamed(opened, name ?? '')
  switch (sent.kind) {
    case 'required':
      return { kind: 'required', origin: column(sent.column).origin, message }
    case 'unique':
      return { kind: 'unique', origins: [...new Set((sent.columns ?? []).map((name) => column(name).origin))], message }
    case 'range': {
      const { origin, type } = column(sent.column)
      const limit = (value: SentRule['min']) =>
        value === undefined || value === null ? null : canonicalFor(type, value)
      return { kind: 'range', origin, min: limit(sent.min), max: limit(sent.max), message }
    }
    case 'pattern':
      return { kind: 'pattern', origin: column(sent.column).origin, pattern: sent.pattern ?? '', message }
    case 'one_of': {
      const { origin, type } = column(sent.column)
      return {
        kind: 'one_of',
        origin,
        values: [...new Set((sent.values ?? []).map((value) => canonicalFor(type, value)))],
        message,
      }
    }
    case 'reference': {
      const target = await openTarget(ctx, opened, sent)
      const { origin } = columnNamed(target, sent.table_column ?? '')
      return {
        kind: 'reference',
        origin: column(sent.column).origin,
        tableId: target.artifactId,
        target: origin,
        message,
      }
    }
    case 'row': {
      const expression: Expression<number> = mapColumns(
        parseExpression(sent.expression ?? ''),
        (name) => column(name).origin,
      )
      return { kind: 'row', name: (sent.name ?? '').normalize('NFC'), expression, message }
    }
  }
}

/** The table a reference is to, as its author sees it. */
const openTarget = (ctx: Context, opened: OpenedTable, { table }: SentRule): Promise<OpenedTable> =>
  openReadableTable(ctx, opened.workbookId, table ?? '', { role: 'editor' })

function columnNamed({ table }: OpenedTable, sent: string): ReadableColumn {
  const name = sent.normalize('NFC')
  const found = table.columns.find((column) => column.name === name)
  if (!found) throw unknownColumn([name], 'body')
  if (found.isMasked) throw maskedColumn([name])
  return found
}
