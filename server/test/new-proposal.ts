import { newTable, SALES, THREE_SALES } from './new-table.ts'
import type { startService } from './service.ts'

/** The amount of the second row becomes five. */
export const FIVE = [{ __svc_row_id: 2, amount: 5 }]

/** A table, and another editor who may review. */
export async function newProposals(service: ReturnType<typeof startService>) {
  const made = await newTable(service, { columns: SALES, rows: THREE_SALES })
  const { call, at } = made
  const share = async (role: 'viewer' | 'editor' = 'editor') => {
    const person = await service.newPerson()
    await call('PUT', `${at}/members/${person.userId}`, { role })
    return person
  }
  const reviewer = await share()
  const propose = (change: object = { rows: FIVE }, by = call) =>
    by('POST', `${at}/proposals`, {
      title: 'Correct March',
      changes: [{ table: 'sales', expected_version: null, ...change }],
    })
  const proposed = async (change?: object) => {
    const { body } = await propose(change)
    return { one: `${at}/proposals/${body.proposal_id}`, id: body.proposal_id as string, body }
  }
  const approve = (one: string, by = reviewer.call) => by('POST', `${one}/reviews`, { verdict: 'approve' })
  const amounts = async () => (await made.readAll()).map(({ amount }: { amount: number }) => amount)
  return { ...made, share, reviewer, propose, proposed, approve, amounts }
}
