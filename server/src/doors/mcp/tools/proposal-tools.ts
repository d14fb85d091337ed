import { Type } from 'typebox'
import { ADDS, READS, tool } from '../tool.ts'
import { ACTOR, Anything, IdempotencyKey, WorkbookId } from './fields.ts'
import { ShortProposal, shortProposal } from './short-proposal.ts'

/** No tool approves or applies: that is for users to decide. */
export const proposeRows = tool({
  name: 'propose_rows',
  title: 'Propose changes of rows',
  description:
    'Keeps changes of rows aside for reviewers, where edit_rows would write them at once. One change for each table: rows as edit_rows takes them, delete with ids of rows. Answers how many cells would change, which rows break a rule and which tables become stale. Nothing changes until users approve and apply it.',
  scope: 'workbooks:propose',
  annotations: ADDS,
  view: 'diff',
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
    ...ShortProposal.properties,
    cell_count: Type.Integer(),
    violations: Type.Array(Anything),
    stale: Type.Array(Type.String()),
  }),
  run: async (agent, { workbook_id, changes, idempotency_key: idempotencyKey, ...asked }) => {
    // Safe: the endpoint looks at each of them.
    const body = { ...asked, changes: changes as never[], actor: ACTOR }
    const made = await agent.api.proposeRows({ workbook_id, body, idempotencyKey })
    const cells = made.tables.reduce((sum, { cell_count }) => sum + cell_count, 0)
    return {
      ...shortProposal(made),
      cell_count: cells,
      violations: made.violations?.slice(0, 20) ?? [],
      stale: made.stale,
    }
  },
})

export const readProposals = tool({
  name: 'read_proposals',
  title: 'Read proposals',
  description:
    'Without proposal_id the open proposals of a workbook; with it one of them cell by cell: base when it was proposed, before now, after as proposed, conflicts, and what reviewers said.',
  scope: 'workbooks:read',
  annotations: READS,
  view: 'diff',
  input: Type.Object({ workbook_id: WorkbookId, proposal_id: Type.Optional(Type.String()) }),
  output: Type.Object({
    proposals: Type.Array(ShortProposal),
    tables: Type.Optional(Type.Array(Anything)),
    reviews: Type.Optional(Type.Array(Anything)),
    violations: Type.Optional(Type.Array(Anything)),
  }),
  run: async (agent, { workbook_id, proposal_id }) => {
    if (proposal_id === undefined) {
      const { proposals } = await agent.api.listProposals({ workbook_id })
      return { proposals: proposals.map(shortProposal) }
    }
    const { tables, reviews, violations, ...one } = await agent.api.readProposal({ workbook_id, proposal_id })
    const said = reviews.map(({ verdict, text, actor }) => ({ verdict, text, by: actor.name ?? actor.user_id }))
    return { proposals: [shortProposal(one)], tables, reviews: said, violations: violations ?? [] }
  },
})
