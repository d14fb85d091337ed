import { Type } from 'typebox'
import { CHANGES, READS, tool } from '../tool.ts'
import { ACTOR, Anything, IdempotencyKey, WorkbookId } from './fields.ts'

const Short = Type.Object({
  proposal_id: Type.String(),
  title: Type.String(),
  state: Type.String({ description: 'open, applied, rejected, withdrawn or expired' }),
  approved: Type.Boolean(),
  row_count: Type.Integer(),
  expires_at: Type.String(),
})

type Shown = {
  proposal_id: string
  title: string
  state: string
  approved: boolean
  row_count: number
  expires_at: string
}

const short = ({ proposal_id, title, state, approved, row_count, expires_at }: Shown) => ({
  proposal_id,
  title,
  state,
  approved,
  row_count,
  expires_at,
})

/** No tool approves or applies: that is for users to decide. */
export const proposeRows = tool({
  name: 'propose_rows',
  title: 'Propose changes of rows',
  description:
    'Keeps changes of rows aside for reviewers, where edit_rows would write them at once. One change for each table: rows as edit_rows takes them, delete with ids of rows. Answers how many cells would change, which rows break a rule and which tables become stale. Nothing changes until users approve and apply it.',
  scope: 'workbooks:write',
  annotations: CHANGES,
  input: Type.Object({
    workbook_id: WorkbookId,
    title: Type.String({ maxLength: 200, description: 'What it is for, in one line' }),
    description: Type.Optional(Type.String({ maxLength: 4000, description: 'Why' })),
    changes: Type.Array(
      Type.Object({
        table: Type.String(),
        expected_version: Type.Integer({ description: 'edit_version from read_rows' }),
        rows: Type.Optional(Type.Array(Anything)),
        match_on: Type.Optional(Type.Array(Type.String())),
        delete: Type.Optional(Type.Array(Type.Integer())),
      }),
      { minItems: 1, maxItems: 20 },
    ),
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({
    ...Short.properties,
    cell_count: Type.Integer(),
    violations: Type.Array(Anything),
    stale: Type.Array(Type.String()),
  }),
  run: async (agent, { workbook_id, changes, idempotency_key: idempotencyKey, ...asked }) => {
    // Safe: the endpoint looks at each of them.
    const body = { ...asked, changes: changes as never[], actor: ACTOR }
    const made = await agent.api.proposeRows({ workbook_id, body, idempotencyKey })
    const cells = made.tables.reduce((sum, { cell_count }) => sum + cell_count, 0)
    return { ...short(made), cell_count: cells, violations: made.violations?.slice(0, 20) ?? [], stale: made.stale }
  },
})

export const readProposals = tool({
  name: 'read_proposals',
  title: 'Read proposals',
  description:
    'Without proposal_id the open proposals of a workbook; with it one of them cell by cell: base when it was proposed, before now, after as proposed, conflicts, and what reviewers said.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({ workbook_id: WorkbookId, proposal_id: Type.Optional(Type.String()) }),
  output: Type.Object({
    proposals: Type.Array(Short),
    tables: Type.Optional(Type.Array(Anything)),
    reviews: Type.Optional(Type.Array(Anything)),
    violations: Type.Optional(Type.Array(Anything)),
  }),
  run: async (agent, { workbook_id, proposal_id }) => {
    if (proposal_id === undefined) {
      const { proposals } = await agent.api.listProposals({ workbook_id })
      return { proposals: proposals.map(short) }
    }
    const { tables, reviews, violations, ...one } = await agent.api.readProposal({ workbook_id, proposal_id })
    const said = reviews.map(({ verdict, text, actor }) => ({ verdict, text, by: actor.name ?? actor.user_id }))
    return { proposals: [short(one)], tables, reviews: said, violations: violations ?? [] }
  },
})
