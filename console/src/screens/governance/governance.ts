import type { Wire } from '@bindery-data/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'
import { type LabelledTag, tagForLabel } from './tag-for-label.ts'

export type Governance = Wire.Operations['readGovernance']['answer']
export type RowPolicy = Governance['row_policies'][number]
export type GovernedTable = Governance['tables'][number]
export type GovernedColumn = GovernedTable['columns'][number]

export const governanceQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'policies'),
    queryFn: ({ signal }) => client.api.readGovernance({ workbook_id: workbookId, signal }),
  })

export const EVERYBODY = '*'

/** What a rule does, in one word: an effect, and of masks how they look. */
export const EFFECTS = ['none', 'allow', 'null', 'hash', 'last4', 'year', 'deny'] as const
export type Effect = (typeof EFFECTS)[number]

export function effectOf(policies: Governance['policies'], tag: string, role: string): Effect {
  const rule = policies.find((policy) => policy.tag === tag && policy.role === role)
  if (!rule) return 'none'
  return rule.effect === 'mask' ? (rule.mask_style ?? 'null') : rule.effect
}

/** Tags that columns bear or rules speak of, by what people read. */
export function tagsIn({ policies, tables }: Governance): LabelledTag[] {
  const onColumns = tables.flatMap(({ columns }) => columns.flatMap(({ tags }) => tags))
  const found = new Map([...policies, ...onColumns].map(({ tag, label }) => [tag, { tag, label }]))
  return [...found.values()].sort((a, b) => shownAs(a).localeCompare(shownAs(b)))
}

export const shownAs = ({ tag, label }: LabelledTag) => label ?? tag

/** What people read for a tag that is known by its name alone. */
export const labelOf = (tags: readonly LabelledTag[], tag: string) =>
  shownAs(tags.find((each) => each.tag === tag) ?? { tag, label: null })

/** Whether a rule of the tag concerns this column and no other. */
const isOnlyOf = ({ tables }: Governance, table: string, column: string, tag: string) =>
  tables.every((each) =>
    each.columns.every(
      ({ name, tags }) => (each.table === table && name === column) || !tags.some((its) => its.tag === tag),
    ),
  )

/** A tag of its own, by whose rules this column alone is hidden or shown. */
const ownTagOf = (governance: Governance, table: string, { name, tags }: GovernedColumn) =>
  tags.find(({ tag, inherited_from }) => inherited_from === null && isOnlyOf(governance, table, name, tag))

/** A rule that other columns share decides it: it is changed where all of them are seen. */
export function isDecidedByShared(governance: Governance, table: string, column: GovernedColumn, role: string) {
  const rule = column.hidden.find((each) => each.role === role)?.rule
  return rule ? !isOnlyOf(governance, table, column.name, rule.tag) : false
}

/** Hides one column from a role, or shows it again, by the rules of a tag of its own. */
export async function setColumnEffect(
  workbookId: string,
  governance: Governance,
  { table, column, role }: { table: string; column: GovernedColumn; role: string },
  effect: Effect,
) {
  const own = ownTagOf(governance, table, column) ?? (await giveTag(workbookId, governance, table, column.name))
  const isForAll = effectOf(governance.policies, own.tag, EVERYBODY) !== 'none' && role !== EVERYBODY
  const isShown = effect === 'allow' || effect === 'none'
  const had = effectOf(governance.policies, own.tag, role)
  if (isShown && !isForAll && had === 'none') return
  await setEffect(workbookId, own.tag, role, isShown ? (isForAll ? 'allow' : 'none') : effect)
}

/** Called after its column, so that people know it again among the rules. */
async function giveTag(workbookId: string, governance: Governance, table: string, column: string) {
  const known = tagsIn(governance)
  const isTaken = known.some((each) => shownAs(each) === column)
  const made = tagForLabel(isTaken ? `${table} ${column}` : column, known) ?? { tag: 'column', label: column }
  const { tag, label } = made
  await client.api.tagColumn({ workbook_id: workbookId, name: table, column, body: { tag, label } })
  return made
}

/** Puts one rule in the place of another, or takes it back. */
export async function setEffect(workbookId: string, tag: string, role: string, effect: Effect) {
  const workbook = client.workbook(workbookId)
  if (effect === 'none') await workbook.removePolicy(tag, { role })
  else if (effect === 'allow' || effect === 'deny') await workbook.setPolicy(tag, { role, effect })
  else await workbook.setPolicy(tag, { role, effect: 'mask', mask_style: effect })
  // What anybody sees may be something else now.
  await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
}
