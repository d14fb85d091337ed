import { Type } from 'typebox'
import {
  ClassificationInfo,
  Policy,
  presentClassification,
  presentPolicy,
} from '../../../core/policies/governance.schema.ts'
import { EFFECTS } from '../../../core/policies/policy.ts'
import { type GovernedColumn, type GovernedTable, readGovernance } from '../../../core/policies/read-governance.ts'
import { presentRowPolicy, RowPolicyInfo } from '../../../core/policies/rows/row-policies.schema.ts'
import { formatColumnType } from '../../../engine/table/column-type.ts'
import { MASK_STYLES } from '../../../engine/table/mask-style.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, OneOf } from '../../../platform/http/schema.ts'

const GovernedColumnInfo = NamedObject('GovernedColumn', {
  name: Type.String(),
  type: Type.String(),
  tags: Type.Array(ClassificationInfo),
  hidden: Type.Array(
    Type.Object({
      role: Type.String(),
      effect: OneOf(EFFECTS),
      mask_style: Nullable(OneOf(MASK_STYLES)),
      rule: Nullable(Type.Object({ tag: Type.String(), role: Type.String() })),
    }),
    { description: 'For each role that does not see the column plainly; all others do' },
  ),
})

const presentGovernedColumn = ({ name, type, tags, hidden }: GovernedColumn) => ({
  name,
  type: formatColumnType(type),
  tags: tags.map(presentClassification),
  hidden: hidden.map(({ role, effect, style, rule }) => ({
    role,
    effect,
    mask_style: style,
    rule: rule && { tag: rule.tag, role: rule.role },
  })),
})

const presentGovernedTable = ({ table, layer, state, columns }: GovernedTable) => ({
  table,
  layer,
  state,
  columns: columns.map(presentGovernedColumn),
})

export const governanceEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/governance',
    operation: 'readGovernance',
    summary: 'Who sees what in a workbook: tables, columns, tags, rules, and the effect for each role',
    description:
      'The roles are those that users have and those that rules name; `*` stands for users without a rule of their own.',
    scope: 'governance:configure',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    status: 200,
    response: Type.Object({
      governed: Type.Boolean(),
      roles: Type.Array(Type.String()),
      policies: Type.Array(Policy),
      row_policies: Type.Array(RowPolicyInfo),
      tables: Type.Array(
        Type.Object({
          table: Type.String(),
          layer: Nullable(OneOf(['raw', 'base', 'derived'])),
          state: OneOf(['active', 'archived']),
          columns: Type.Array(GovernedColumnInfo),
        }),
      ),
    }),
    problems: ['role_required'],
    handle: async ({ ctx, params }) => {
      const { isGoverned, roles, policies, rowPolicies, tables } = await readGovernance(ctx, params.workbook_id)
      return {
        governed: isGoverned,
        roles,
        policies: policies.map(presentPolicy),
        row_policies: rowPolicies.map(presentRowPolicy),
        tables: tables.map(presentGovernedTable),
      }
    },
  }),
]
