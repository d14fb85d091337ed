import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { keys, queries } from './queries.ts'

export type Proposal = Awaited<ReturnType<typeof client.api.listProposals>>['proposals'][number]
export type ProposalDetail = Awaited<ReturnType<typeof client.api.readProposal>>
export type ProposalSettings = Awaited<ReturnType<typeof client.api.readProposalSettings>>
export type ProposedTable = ProposalDetail['tables'][number]
export type ProposedRow = ProposedTable['rows'][number]
export type ProposedCell = ProposedRow['cells'][number]

/** More than a workbook can have open. */
const SHOWN = 200

export const proposalsQuery = (workbookId: string, state: 'open' | 'closed') =>
  queryOptions({
    queryKey: keys.of(workbookId, 'proposals', state),
    queryFn: async ({ signal }) =>
      (await client.api.listProposals({ workbook_id: workbookId, state, limit: SHOWN, signal })).proposals,
  })

/** Beside the tables of now: a change of a table makes it old, too. */
export const proposalQuery = (workbookId: string, proposalId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'proposal', proposalId),
    queryFn: ({ signal }) => client.workbook(workbookId).proposal(proposalId, { signal }),
  })

export const proposalSettingsQuery = (workbookId: string) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'proposals', 'settings'),
    queryFn: ({ signal }) => client.api.readProposalSettings({ workbook_id: workbookId, signal }),
  })

export const renewProposals = (workbookId: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: keys.of(workbookId, 'proposals') }),
    queries.invalidateQueries({ queryKey: keys.of(workbookId, 'proposal') }),
  ])
