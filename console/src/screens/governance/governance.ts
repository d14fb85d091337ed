import type { Wire } from '@bindery-data/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../service/client.ts'
import { keys, queries } from '../../service/queries.ts'

export type Governance = Wire.Operations['readGovernance']['answer']
export type GovernedTable = Governance['tables'][number]
export type GovernedColumn = GovernedTable['columns'][number]

export const governanceQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'policies'),
    queryFn: ({ signal }) => client.api.readGovernance({ workbook_id: workbookId, signal }),
  })

/** What a rule does, in one word: an effect, and of masks how they look. */
export const EFFECTS = ['none', 'allow', 'null', 'hash', 'last4', 'year', 'deny'] as const
export type Effect = (typeof EFFECTS)[number]

export function effectOf(policies: Governance['policies'], tag: string, role: string): Effect {
  const rule = policies.find((policy) => policy.tag === tag && policy.role === role)
  if (!rule) return 'none'
  return rule.effect === 'mask' ? (rule.mask_style ?? 'null') : rule.effect
}

/** Tags that columns bear or rules speak of. */
export function tagsIn({ policies, tables }: Governance): string[] {
  const onColumns = tables.flatMap(({ columns }) => columns.flatMap(({ tags }) => tags.map(({ tag }) => tag)))
  return [...new Set([...policies.map(({ tag }) => tag), ...onColumns])].sort()
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
