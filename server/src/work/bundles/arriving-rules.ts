import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { reportOnTable } from '../../core/rules/check-table.ts'
import type { Rule } from '../../core/rules/rule.ts'
import { listRuleSets } from '../../core/rules/rules.store.ts'
import { MOST_PARTS } from '../../engine/expressions/checked-condition.ts'
import {
  COMPARISONS,
  callerAttribute,
  type Expression,
  ExpressionError,
  FUNCTIONS,
} from '../../engine/expressions/expression.ts'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/postgres.ts'
import { bundleRefused } from './bundles.errors.ts'

const Origin = Type.Integer({ minimum: 1 })
const Text = Type.String({ maxLength: 10_000 })
const Message = { message: Type.Union([Type.String({ maxLength: 500 }), Type.Null()]) }
const Words = <W extends string>(words: readonly W[]) => Type.Union(words.map((word) => Type.Literal(word)))
const Limit = Type.Union([Text, Type.Null()])
const Closed = { additionalProperties: false }

const Shape = Type.Union([
  Type.Object({ kind: Type.Literal('required'), origin: Origin, ...Message }, Closed),
  Type.Object(
    { kind: Type.Literal('unique'), origins: Type.Array(Origin, { minItems: 1, maxItems: 20 }), ...Message },
    Closed,
  ),
  Type.Object({ kind: Type.Literal('range'), origin: Origin, min: Limit, max: Limit, ...Message }, Closed),
  Type.Object({ kind: Type.Literal('pattern'), origin: Origin, pattern: Text, ...Message }, Closed),
  Type.Object(
    {
      kind: Type.Literal('one_of'),
      origin: Origin,
      values: Type.Array(Text, { minItems: 1, maxItems: 1_000 }),
      ...Message,
    },
    Closed,
  ),
  Type.Object(
    { kind: Type.Literal('reference'), origin: Origin, tableId: Type.String(), target: Origin, ...Message },
    Closed,
  ),
  Type.Object(
    { kind: Type.Literal('row'), name: Type.String({ maxLength: 100 }), expression: Type.Unknown(), ...Message },
    Closed,
  ),
])
const Rules = Type.Array(Shape, { maxItems: 400 })

/** Rules of a bundle, about the tables of the new workbook. Whatever cannot be a rule refuses the bundle. */
export function arrivingRules(document: unknown, newId: (id: string) => string): Rule[] {
  if (!Value.Check(Rules, document)) throw unreadable()
  return document.map((rule) => arrivingRule(rule, newId))
}

function arrivingRule(rule: Static<typeof Shape>, newId: (id: string) => string): Rule {
  if (rule.kind === 'reference') return { ...rule, tableId: newId(rule.tableId) }
  if (rule.kind !== 'row') return rule
  const { expression } = rule
  if (!isExpression(expression, { depth: 0, walk: { parts: 0 }, knowsCaller: false })) throw unreadable()
  return { ...rule, expression }
}

const unreadable = () => bundleRefused('The bundle holds rules that cannot be read.')
/** Each sum stands in the next one. What DuckDB cannot nest is refused where the rule meets its columns. */
const MOST_DEPTH = 1_000

const Leaf = Type.Union([
  Type.Object({ kind: Type.Literal('column'), column: Origin }, Closed),
  Type.Object(
    { kind: Type.Literal('number'), text: Type.String({ maxLength: 100, pattern: '^-?[0-9]+(?:\\.[0-9]+)?$' }) },
    Closed,
  ),
  Type.Object({ kind: Type.Literal('text'), text: Text }, Closed),
  Type.Object({ kind: Type.Literal('boolean'), value: Type.Boolean() }, Closed),
])
const Parts = Type.Array(Type.Unknown(), { minItems: 1, maxItems: 2_000 })
const Node = Type.Union([
  Type.Object({ kind: Words(['and', 'or']), parts: Parts }, Closed),
  Type.Object({ kind: Words(['not', 'minus']), of: Type.Unknown() }, Closed),
  Type.Object({ kind: Type.Literal('is_null'), of: Type.Unknown(), isNegated: Type.Boolean() }, Closed),
  Type.Object(
    { kind: Type.Literal('compare'), op: Words(COMPARISONS), left: Type.Unknown(), right: Type.Unknown() },
    Closed,
  ),
  Type.Object(
    { kind: Type.Literal('arithmetic'), op: Words(['+', '-', '*', '/']), left: Type.Unknown(), right: Type.Unknown() },
    Closed,
  ),
  Type.Object({ kind: Type.Literal('in'), of: Type.Unknown(), list: Parts, isNegated: Type.Boolean() }, Closed),
  Type.Object(
    {
      kind: Type.Literal('between'),
      of: Type.Unknown(),
      low: Type.Unknown(),
      high: Type.Unknown(),
      isNegated: Type.Boolean(),
    },
    Closed,
  ),
  Type.Object({ kind: Type.Literal('call'), name: Words(FUNCTIONS), args: Parts }, Closed),
])

/** What a policy may ask about its caller; a rule is about rows alone. */
const Caller = Type.Object({ kind: Type.Literal('caller'), attribute: Type.String({ maxLength: 100 }) }, Closed)
const isCaller = (value: unknown) => Value.Check(Caller, value) && callerAttribute(value.attribute) !== undefined

/** The condition of a row policy of a bundle. */
export function arrivingCondition(document: unknown): Expression<number> {
  if (!isExpression(document, { depth: 0, walk: { parts: 0 }, knowsCaller: true }))
    throw bundleRefused('The bundle holds a row policy that cannot be read.')
  return document
}

/** `walk`: what is counted is counted for the whole expression. */
type Reading = { depth: number; walk: { parts: number }; knowsCaller: boolean }

function isExpression(value: unknown, reading: Reading): value is Expression<number> {
  const { depth, walk, knowsCaller } = reading
  walk.parts += 1
  if (depth > MOST_DEPTH || walk.parts > MOST_PARTS) return false
  if (Value.Check(Leaf, value) || (knowsCaller && isCaller(value))) return true
  if (!Value.Check(Node, value)) return false
  return partsOf(value).every((part) => isExpression(part, { ...reading, depth: depth + 1 }))
}

function partsOf(node: Static<typeof Node>): readonly unknown[] {
  if ('parts' in node) return node.parts
  if ('args' in node) return node.args
  if ('left' in node) return [node.left, node.right]
  if ('low' in node) return [node.of, node.low, node.high]
  return 'list' in node ? [node.of, ...node.list] : [node.of]
}

/** Rows of a bundle come in by no other door: where its rules hold for all rows, they are held against them here. */
export async function refuseIfRulesBroken(tx: Tx, ctx: Context, workbookId: string) {
  for (const { tableId, rules, enforce } of await listRuleSets(tx, workbookId)) {
    try {
      const report = await reportOnTable(ctx, { db: tx, workbookId, tableId }, rules)
      if (enforce === 'all' && report.count > 0)
        throw bundleRefused('Rows of the bundle break the rules of their table.')
    } catch (error) {
      throw error instanceof ExpressionError ? unreadable() : error
    }
  }
}
