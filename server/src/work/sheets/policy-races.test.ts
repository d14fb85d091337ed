import { expect, test } from 'vitest'
import { contextOf } from '../../../test/context.ts'
import { defaultAccount } from '../../../test/control-plane.ts'
import { newTable } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import type { Context } from '../../platform/context.ts'
import { fromWireId } from '../../platform/ids.ts'
import { layOutSheet } from './lay-out-sheet.ts'
import { openSheet } from './sheets.ts'

const service = startService()

const SECRET = 'canary 7305'

test.each([
  { changes: 0, shown: true },
  { changes: 1, shown: false },
])('a sheet during whose reading $changes policies are set shows a value: $shown', async ({ changes, shown }) => {
  const { owner, at } = await newTable(service, { columns: [{ name: 'note' }], rows: [{ note: SECRET }] })
  await owner.call('POST', `${at}/artifacts/sales/columns/note/tags`, { tag: 'pii' })
  await owner.call('PUT', `${at}/sheets/view`, {
    title: 'View',
    spec: { blocks: [{ kind: 'table_view', table: 'sales' }] },
  })
  const accountId = fromWireId('acc', await defaultAccount(owner))
  const ctx = await contextOf(service.running, { userId: fromWireId('usr', owner.userId), accountId })
  let left = changes
  const changing: Context = {
    ...ctx,
    sql: {
      ...ctx.sql,
      query: async (question, run) => {
        const answer = await ctx.sql.query(question, run)
        if (left-- > 0) await owner.call('PUT', `${at}/policies/pii`, { effect: 'mask' })
        return answer
      },
    },
  }
  const sheet = await openSheet(ctx, fromWireId('wb', at.split('/').at(-1) ?? ''), 'view')

  const lines = await layOutSheet(changing, sheet, new AbortController().signal)

  expect(JSON.stringify(lines).includes(SECRET)).toBe(shown)
})
