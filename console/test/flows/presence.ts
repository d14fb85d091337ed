import { createClient } from '@bindery-data/sdk'
import { newPerson } from '../../../server/test/person.ts'
import type { Flow } from '../flow.ts'
import { newLedger } from '../ledger.ts'

export const presenceFlows: readonly Flow[] = [
  {
    name: 'others who look at the same workbook are shown at the side, and are gone when they leave',
    shot: 'presence',
    run: async ({ page, open, client, url }) => {
      const { workbook, at } = await newLedger(client, 12)
      const mia = await newPerson(url, 'Mia Moreno')
      await client.api.shareWorkbook({ workbook_id: workbook.id, user_id: mia.userId, body: { role: 'viewer' } })
      await open(at)
      const here = page.getByRole('list', { name: 'Here now' })
      const leave = stay(createClient({ url, token: mia.session }), workbook.id)
      await here.getByText('Mia Moreno').waitFor()
      leave()
      await here.waitFor({ state: 'detached' })
      stay(createClient({ url, token: mia.session }), workbook.id)
      await here.getByText('Mia Moreno').waitFor()
    },
  },
]

/** Looks at a workbook, as another page would, until it is left. */
function stay(client: ReturnType<typeof createClient>, workbookId: string): () => void {
  const leaving = new AbortController()
  const stream = client.workbook(workbookId).events({ signal: leaving.signal, onPresence: () => undefined })
  void (async () => {
    for await (const event of stream) if (event.type === 'artifact.deleted') return
  })().catch(() => undefined)
  return () => leaving.abort()
}
