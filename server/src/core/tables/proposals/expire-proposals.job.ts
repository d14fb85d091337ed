import type { Platform } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { actorOf } from '../../audit/actor.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import { closeProposal, deleteOldProposals, listDueProposals, listTableNames } from './proposals.store.ts'
import { recordProposal } from './record-proposal.ts'

const AT_A_TIME = 500

/** Closes proposals past their time, with their event, and forgets those that were closed long ago, as versions are forgotten. */
export async function sweepProposals({ db, settings }: Platform) {
  for (;;) {
    const due = await listDueProposals(db, AT_A_TIME)
    for (const place of due) {
      await inTransaction(db, async (tx) => {
        await lockWorkbookHead(tx, place.workbookId)
        if (!(await closeProposal(tx, place, { state: 'expired', by: actorOf('system') }))) return
        const tables = await listTableNames(tx, place)
        const step = { place, tables, action: 'proposal.expire', data: { state: 'expired' } }
        await recordProposal(tx, 'system', { ...step, event: 'proposal.closed' })
      })
    }
    if (due.length < AT_A_TIME) break
  }
  let deleted = AT_A_TIME
  while (deleted === AT_A_TIME)
    deleted = await inTransaction(db, (tx) => deleteOldProposals(tx, settings.retention.historyDays, AT_A_TIME))
}
