import type { Node, SQLValueFunction } from 'libpg-query'

/** The name that PostgreSQL gives to a column without one (FigureColname in its parser). */
export const labelOf = (node: Node): string => figured(node)?.name ?? '?column?'

/** A weak name gives way to that of a cast or a CASE around it. */
type Label = { name: string; isWeak: boolean }

const strong = (name: string | undefined): Label | undefined =>
  name === undefined ? undefined : { name, isWeak: false }

function figured(node: Node | undefined): Label | undefined {
  if (!node) return undefined
  if ('TypeCast' in node) {
    const type = lastName(node.TypeCast.typeName?.names)
    return strongOr(figured(node.TypeCast.arg), type)
  }
  if ('CaseExpr' in node) return strongOr(figured(node.CaseExpr.defresult), 'case')
  if ('CollateClause' in node) return figured(node.CollateClause.arg)
  if ('SubLink' in node) return ofSubquery(node.SubLink.subLinkType, node.SubLink.subselect)
  if ('A_Indirection' in node)
    return strong(lastName(node.A_Indirection.indirection)) ?? figured(node.A_Indirection.arg)
  return strong(ownName(node))
}

const strongOr = (inner: Label | undefined, otherwise: string | undefined): Label | undefined =>
  inner && !inner.isWeak ? inner : otherwise === undefined ? inner : { name: otherwise, isWeak: true }

function ownName(node: Node): string | undefined {
  if ('ColumnRef' in node) return lastName(node.ColumnRef.fields)
  if ('FuncCall' in node) return lastName(node.FuncCall.funcname)
  if ('A_Expr' in node) return node.A_Expr.kind === 'AEXPR_NULLIF' ? 'nullif' : undefined
  if ('SQLValueFunction' in node) return valueName(node.SQLValueFunction)
  return NAMED[Object.keys(node)[0] ?? ''] ?? minMaxName(node)
}

const NAMED: Readonly<Record<string, string>> = {
  A_ArrayExpr: 'array',
  RowExpr: 'row',
  CoalesceExpr: 'coalesce',
  GroupingFunc: 'grouping',
}

const minMaxName = (node: Node) =>
  'MinMaxExpr' in node ? (node.MinMaxExpr.op === 'IS_GREATEST' ? 'greatest' : 'least') : undefined

function ofSubquery(kind: string | undefined, subselect: Node | undefined): Label | undefined {
  if (kind === 'EXISTS_SUBLINK') return strong('exists')
  if (kind === 'ARRAY_SUBLINK') return strong('array')
  if (kind !== 'EXPR_SUBLINK' || !subselect || !('SelectStmt' in subselect)) return undefined
  const [first] = subselect.SelectStmt.targetList ?? []
  if (!first || !('ResTarget' in first)) return undefined
  return strong(first.ResTarget.name) ?? figured(first.ResTarget.val)
}

/** SVFOP_CURRENT_DATE is current_date. */
const valueName = ({ op }: SQLValueFunction) =>
  op
    ?.replace(/^SVFOP_/, '')
    .replace(/_N$/, '')
    .toLowerCase()

function lastName(fields: readonly Node[] | undefined): string | undefined {
  const last = fields?.findLast((field) => 'String' in field)
  return last && 'String' in last ? last.String.sval : undefined
}

/** All parts of a name with points in it. */
export const namesIn = (fields: readonly Node[] | undefined): string[] =>
  (fields ?? []).flatMap((field) => ('String' in field ? [field.String.sval ?? ''] : []))
