import { OWNER, type Stage } from '../stage.ts'
import { fresh, type GoodRequest } from './good-request.ts'

const proposalOf = (rows: readonly object[], table = 'plain') => ({
  title: fresh('proposal'),
  changes: [{ table, expected_version: null, rows }],
})

/** One that the editor has just made, of cells that everyone sees. */
export async function newProposal({ world }: Stage, rows: readonly object[] = [{ word: fresh('word') }]) {
  const { body } = await world.people.editor.call('POST', `${world.at}/proposals`, proposalOf(rows))
  return { proposal_id: String(body.proposal_id) }
}

export async function approvedProposal(stage: Stage, rows?: readonly object[]) {
  const made = await newProposal(stage, rows)
  const { owner, at } = stage.world
  await owner.call('POST', `${at}/proposals/${made.proposal_id}/reviews`, { verdict: 'approve' })
  return made
}

export const PROPOSAL_REQUESTS: Record<string, GoodRequest> = {
  proposeRows: () => ({ json: proposalOf([{ __svc_row_id: 1, city: fresh('city') }], 'staff') }),
  listProposals: () => ({ query: 'state=all' }),
  readProposal: () => ({}),
  reviewProposal: () => ({ json: { verdict: 'comment', text: 'looks right' } }),
  applyProposal: async (stage) => ({ names: await approvedProposal(stage), json: {} }),
  withdrawProposal: async (stage) => ({ names: await newProposal(stage), json: { state: 'withdrawn' } }),
  readProposalSettings: () => ({}),
  setProposalSettings: () => ({ by: OWNER, json: { reviewers: [], minimum: 1 } }),
}
