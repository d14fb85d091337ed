import { grantCredits } from '../../server/src/people/billing/credits/credits.ts'
import { fromWireId } from '../../server/src/platform/ids.ts'
import { callAs } from '../../server/test/client.ts'
import { newDeveloperAccount, newMember, newWorkbook, newWorkspace } from '../../server/test/control-plane.ts'
import { tablesNaming } from '../../server/test/left-behind.ts'
import { newPerson } from '../../server/test/person.ts'
import type { RunningService } from '../../server/test/start-service.ts'

export const CREDITS = 70

/** What of a closed account stays: its books, and that it was there. */
const STAYS = ['account_tombstone', 'ledger_balance', 'ledger_entry', 'ledger_posting', 'workbook_tombstone']

export type FullAccount = Awaited<ReturnType<typeof newFullAccount>>

/** An account with two workspaces, workbooks with tables, a member, a key and credits. */
export async function newFullAccount(service: RunningService) {
  const {
    urls: [url = ''],
    db,
    admin,
  } = service
  const owner = await newPerson(url)
  const account = await newDeveloperAccount(owner, 'Shop')
  const workspaces = [
    await newWorkspace(owner, { account_id: account }),
    await newWorkspace(owner, { account_id: account, name: 'Sales' }),
  ]
  const workbooks: string[] = []
  for (const workspace of workspaces) workbooks.push(await newWorkbook(owner, workspace))
  for (const id of workbooks)
    await owner.call('POST', `/api/v1/workbooks/${id}/tables`, { name: 'sales', columns: [{ name: 'n' }] })
  const member = await newMember({ newPerson: (name) => newPerson(url, name) }, owner, workspaces[0] ?? '', 'editor')
  const { body: key } = await owner.call('POST', '/api/control/account/keys', {
    scopes: ['account:read'],
    account_id: account,
  })
  await grantCredits({ db }, { account, credits: CREDITS })
  const byKey = callAs(url, key.key)
  const paths = [
    `/api/control/account?account_id=${account}`,
    ...workspaces.map((id) => `/api/control/workspaces/${id}`),
    ...workbooks.map((id) => `/api/v1/workbooks/${id}`),
  ]

  /** How many of the ways to it are open: to its owner, its member and its key. */
  const open = async () => {
    const answers = await Promise.all([
      ...paths.map((path) => owner.call('GET', path)),
      member.call('GET', `/api/v1/workbooks/${workbooks[0]}`),
      byKey('GET', '/api/control/account'),
    ])
    return answers.filter(({ status }) => status === 200).length
  }
  const left = async () => {
    const named = await tablesNaming(admin, { account_id: fromWireId('acc', account) })
    return named.filter((table) => !STAYS.includes(table))
  }
  const prepaid = async () => {
    const found = await admin.query('select prepaid from ledger_balance where account_id = $1', [
      fromWireId('acc', account),
    ])
    return Number(found.rows[0]?.prepaid)
  }
  return { account, owner, open, ways: paths.length + 2, left, prepaid }
}
