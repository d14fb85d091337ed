import { fresh } from '../requests/good-request.ts'
import { approvedProposal, newProposal } from '../requests/proposal-requests.ts'
import { EDITOR, OWNER, type Stage } from '../stage.ts'
import { derivedTable } from './sweeps.ts'

/** Open proposals that a workbook may have. */
const MOST_OPEN = 100

/** Proposals that are refused: those that a write would be, of others, not approved, closed, and behind the table. */
export async function reachProposalProblems(stage: Stage): Promise<void> {
  await refuseProposals(stage)
  await refuseVerdicts(stage)
  await refuseApplications(stage)
  await fillUp(stage)
}

async function refuseProposals(stage: Stage) {
  const propose = (table: string, change: object) =>
    stage.ask('proposeRows', { json: { title: 'x', changes: [{ table, expected_version: null, ...change }] } })
  await propose('plain', { rows: [{ word: 'x' }], expected_version: 98_765 })
  await propose(await derivedTable(stage), { rows: [{ word: 'new' }] })
  await propose('plain', { rows: [{ amount: 'no number' }] })
  await propose('plain', { rows: [{ nowhere: 'x' }] })
  await propose('staff', { rows: [{ __svc_row_id: 1, pay: 1 }] })
  await propose('plain', { rows: [{ __svc_row_id: 98_765, word: 'x' }] })
  await propose('staff', { rows: [{ city: 'Tokyo', name: 'x' }], match_on: ['city'] })
  await stage.ask('listProposals', { query: 'cursor=none' })
  await stage.ask('setProposalSettings', { by: EDITOR, json: { reviewers: [], minimum: 1 } })
}

/** That of the world is the owner's, about cells that the editor does not see. */
async function refuseVerdicts(stage: Stage) {
  await stage.ask('reviewProposal', { by: EDITOR, json: { verdict: 'approve' } })
  await stage.ask('withdrawProposal', { by: EDITOR, json: { state: 'withdrawn' } })
  const own = await newProposal(stage)
  await stage.ask('reviewProposal', { by: EDITOR, names: own, json: { verdict: 'approve' } })
  await stage.ask('withdrawProposal', { by: EDITOR, names: own, json: { state: 'withdrawn' } })
  await stage.ask('withdrawProposal', { by: EDITOR, names: own, json: { state: 'withdrawn' } })
  await stage.ask('reviewProposal', { by: OWNER, names: own, json: { verdict: 'approve' } })
  await stage.ask('applyProposal', { by: EDITOR, names: own, json: {} })
}

async function refuseApplications(stage: Stage) {
  const { world } = stage
  await stage.ask('applyProposal', { by: EDITOR, json: {} })
  const apply = (names: Record<string, string>, json: object = {}) =>
    stage.ask('applyProposal', { by: EDITOR, names, json })
  const behind = await approvedProposal(stage)
  await apply(behind, { expected_versions: [{ table: 'plain', expected_version: 98_765 }] })
  await apply(behind)
  const torn = await approvedProposal(stage, [{ __svc_row_id: 1, word: fresh('word') }])
  const rows = [{ __svc_row_id: 1, word: fresh('word') }]
  await world.owner.call('POST', `${world.at}/tables/plain/rows`, { expected_version: null, rows })
  await apply(torn)
  await apply(torn, { on_conflict: 'current' })
  await refuseHidden(stage)
  await refuseBroken(stage)
}

/** That of the world, about cells that its author does not see any more: approved by a user who does; the editor does not. */
async function refuseHidden(stage: Stage) {
  const { people, at, names } = stage.world
  await people.exempt.call('POST', `${at}/proposals/${names.proposal_id}/reviews`, { verdict: 'approve' })
  await stage.ask('applyProposal', { by: EDITOR, json: {} })
}

async function refuseBroken(stage: Stage) {
  const { owner, at } = stage.world
  const rules = `${at}/tables/plain/rules`
  const word = fresh('broken')
  const broken = await approvedProposal(stage, [{ word }])
  const expression = `word is null or word != '${word}'`
  await owner.call('PUT', rules, {
    expected_version: null,
    enforce: 'new',
    rules: [{ kind: 'row', name: 'w', expression }],
  })
  await stage.ask('readProposal', { by: EDITOR, names: broken })
  await stage.ask('applyProposal', { by: EDITOR, names: broken, json: {} })
  await owner.call('PUT', rules, { expected_version: null, rules: [] })
}

/** One more than there may be open; then all but that of the world are withdrawn. */
async function fillUp(stage: Stage) {
  const { owner, at, names } = stage.world
  for (let n = 0; n < MOST_OPEN; n++) await newProposal(stage)
  const json = { title: 'x', changes: [{ table: 'plain', expected_version: null, rows: [{ word: fresh('word') }] }] }
  await stage.ask('proposeRows', { by: EDITOR, json })
  const { body } = await owner.call('GET', `${at}/proposals?limit=200`)
  for (const { proposal_id } of body.proposals)
    if (proposal_id !== names.proposal_id)
      await owner.call('PATCH', `${at}/proposals/${proposal_id}`, { state: 'withdrawn' })
}
