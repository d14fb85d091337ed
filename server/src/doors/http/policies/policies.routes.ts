import { Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { Policy, presentPolicy } from '../../../core/policies/governance.schema.ts'
import type { AfterPolicy } from '../../../core/policies/policies.store.ts'
import { countColumns, deletePolicy, readPolicyList, setPolicy } from '../../../core/policies/policies.ts'
import { EFFECTS, EVERYBODY, RULE_STYLES } from '../../../core/policies/policy.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import {
  Cursor,
  Id,
  Limit,
  NextCursor,
  Nullish,
  OneOf,
  Patterned,
  WORD_IN_WORDS,
  WORD_PATTERN,
} from '../../../platform/http/schema.ts'

const POLICIES = '/api/v1/workbooks/{workbook_id}/policies'
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })
const AtTag = Type.Object({ workbook_id: Id('wb'), tag: Type.String() })
const Role = Patterned(`^\\*$|${WORD_PATTERN}`, `* or ${WORD_IN_WORDS}`, { examples: ['*', 'hr'] })
const MaybeActor = Nullish(Type.String({ maxLength: 200 }))

export const policyEndpoints = [
  endpoint({
    method: 'GET',
    path: POLICIES,
    operation: 'listPolicies',
    summary: 'What tags do to columns, by tag and role',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    query: Type.Object({ cursor: Type.Optional(Cursor), limit: Limit(500, 2000) }),
    status: 200,
    response: Type.Object({ policies: Type.Array(Policy), next_cursor: NextCursor }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { cursor, limit } }) => {
      const list = `policies ${params.workbook_id}`
      // Safe: signed by us.
      const after = cursor === undefined ? null : (readCursor(ctx.keyring, list, cursor) as AfterPolicy)
      const { policies, next } = await readPolicyList(ctx, params.workbook_id, { limit, after })
      return { policies: policies.map(presentPolicy), next_cursor: next && writeCursor(ctx.keyring, list, next) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${POLICIES}/{tag}`,
    operation: 'setPolicy',
    summary: 'Say what a tag does to columns for a role',
    description:
      'mask shows NULLs, or what `mask_style` leaves of the values: a keyed hash, the last four characters, the year. ' +
      'deny hides the column, allow exempts a role from the rule for everybody (`*`). Rules of a caller’s own roles ' +
      'beat `*` and the most permissive of them counts; of several tags on a column the most ' +
      'restrictive does. It holds from the answer on, on every path and for every version.',
    scope: 'governance:configure',
    reach: { workbook: 'viewer' },
    params: AtTag,
    body: Type.Object({
      role: Type.Optional(Role),
      effect: OneOf(EFFECTS),
      mask_style: Nullish({
        ...OneOf(RULE_STYLES),
        description: 'NULLs when left out; the text `null` means the same',
      }),
      actor: MaybeActor,
      note: Nullish(Type.String({ maxLength: 500 })),
    }),
    status: 200,
    alsoStatus: [201],
    response: Policy,
    problems: ['role_required'],
    handle: async ({ ctx, params, body }) => {
      const { role = EVERYBODY, effect, mask_style: maskStyle, note = null, actor = null } = body
      if (!new RegExp(WORD_PATTERN).test(params.tag))
        throw invalidField(['path', 'tag'], 'pattern', `must be ${WORD_IN_WORDS}`)
      if (role === EVERYBODY && effect === 'allow')
        throw invalidField(['body', 'effect'], 'enum', 'allow needs a role: everybody sees what no rule hides')
      const rule = { tag: params.tag, role, effect, maskStyle: maskStyle ?? 'null' }
      const policy = await setPolicy(ctx, params.workbook_id, { ...rule, note, actor })
      const [counted] = await countColumns(ctx, params.workbook_id, [policy])
      return new Answer(policy.isNew ? 201 : 200, presentPolicy(counted ?? { ...policy, label: null, columns: 0 }))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${POLICIES}/{tag}`,
    operation: 'deletePolicy',
    summary: 'Take back the rule of a role, or all rules of a tag',
    description: 'The tag stays on its columns.',
    scope: 'governance:configure',
    reach: { workbook: 'viewer' },
    params: AtTag,
    query: Type.Object({ role: Type.Optional(Role), actor: Type.Optional(Type.String({ maxLength: 200 })) }),
    status: 204,
    problems: ['role_required'],
    handle: async ({ ctx, params, query }) => {
      const { role = null, actor = null } = query
      await deletePolicy(ctx, params.workbook_id, { tag: params.tag, role, actor })
    },
  }),
]
