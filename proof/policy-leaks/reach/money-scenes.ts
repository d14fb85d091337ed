import { fromWireId, newId } from '../../../server/src/platform/ids.ts'
import { defaultAccount, newDeveloperAccount } from '../../../server/test/control-plane.ts'
import { openPaymentProvider, signed } from '../../../server/test/payment-provider.ts'
import { newPerson } from '../../../server/test/person.ts'
import { ANONYMOUS, asCaller } from '../requests/account-requests.ts'
import type { Asking, Stage } from '../stage.ts'
import { startNode } from './extra-node.ts'
import { newPlace } from './file-place.ts'

const BILLED = ['setAutoTopup', 'startCheckout', 'enablePayg', 'openPortal', 'reuseCard', 'topUp'] as const

const bodyOf = (operation: (typeof BILLED)[number], account: string) => ({
  ...{
    setAutoTopup: { enabled: true },
    startCheckout: { plan: 'solo' },
    enablePayg: {},
    openPortal: {},
    reuseCard: {},
    topUp: { amount: 1000 },
  }[operation],
  account_id: account,
})

/** Nodes that take money, and one whose provider does not answer. */
export async function reachMoneyProblems(stage: Stage): Promise<void> {
  const { world, ask } = stage
  const provider = await openPaymentProvider()
  const adviser = {
    kind: 'anthropic' as const,
    url: 'http://127.0.0.1:9',
    key: 'k',
    model: 'm',
    credits: 0,
    readings: false,
  }
  const paid = await startNode(stage, { billing: provider.settings, adviser: { ...adviser, credits: 1_000_000 } })
  const broken = await startNode(stage, { billing: { ...provider.settings, endpoint: 'http://127.0.0.1:9' }, adviser })
  try {
    const person = await newPerson(world.url)
    const by = asCaller('a person who pays', person.session)
    const account = await defaultAccount(person)
    const strangers = await defaultAccount(world.people.stranger)
    const all = async (asking: Asking, of: string) => {
      for (const operation of BILLED) await ask(operation, { ...asking, json: bodyOf(operation, of) })
    }
    await all({ by }, account)
    await all({ by, node: broken.url }, account)
    await all({ by, node: paid.url }, 'acc_01JCQ8Z5X6Y7V8W9A0B1C2D3E4')
    await all({ by, node: paid.url }, strangers)
    await all({ by: 'key workspace_id', node: paid.url }, await defaultAccount(world.owner))
    const checkout = await ask('startCheckout', { by, node: paid.url, json: bodyOf('startCheckout', account) })
    await ask('enablePayg', { by, node: paid.url, json: bodyOf('enablePayg', account) })
    await ask('topUp', { by, node: paid.url, json: bodyOf('topUp', account) })
    await ask('reuseCard', { by, node: paid.url, json: bodyOf('reuseCard', account) })
    const report = async (
      event: Parameters<typeof signed>[0],
      node: string,
      options: Parameters<typeof signed>[1] = {},
    ) => {
      const { body, headers } = signed(event, options)
      await ask('receivePaymentEvent', {
        by: ANONYMOUS,
        node,
        json: JSON.parse(body),
        headers: { 'content-type': 'application/json', ...headers },
      })
    }
    for (const event of provider.complete(checkout.body?.session_id ?? '')) {
      await report(event, paid.url, { secret: 'another' })
      await report(event, world.url)
      await report(event, broken.url)
      await report(event, paid.url)
    }
    await all({ by, node: paid.url }, account)
    await all({ by, node: broken.url }, account)
    const developer = await newDeveloperAccount(person)
    const again = await ask('startCheckout', { by, node: paid.url, json: bodyOf('startCheckout', developer) })
    await ask('reuseCard', { by, node: paid.url, json: bodyOf('reuseCard', developer) })
    for (const event of provider.complete(again.body?.session_id ?? '')) await report(event, paid.url)
    await ask('deleteAccount', { by, node: paid.url, json: { account_id: developer, confirm: 'Developer' } })
    const owing = await newDeveloperAccount(person)
    await world.service.admin.query("select post_ledger_entry($1, $2, 'charge', null, null, $3)", [
      fromWireId('acc', owing),
      newId(),
      JSON.stringify({ owed: -100_000, spent: 100_000 }),
    ])
    await ask('deleteAccount', { by, node: paid.url, json: { account_id: owing, confirm: 'Developer' } })
    const place = await newPlace(stage)
    const names = { workbook_id: place.workbook_id }
    await ask('reviewWorkbook', { by: 'owner session', names, json: { mode: 'agent' } })
    await ask('reviewWorkbook', { by: 'owner session', names, node: paid.url, json: { mode: 'agent' } })
    await ask('reviewWorkbook', { by: 'owner session', names, node: broken.url, json: { mode: 'agent' } })
  } finally {
    await paid.close()
    await broken.close()
    provider.close()
  }
}
