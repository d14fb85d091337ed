import { describe, expect, test } from 'vitest'
import { edited, newBranch as newBranchIn, setCell } from '../../../test/new-branch.ts'
import { startService } from '../../../test/service.ts'

const service = startService()
const newBranch = (wish: Parameters<typeof newBranchIn>[1] = {}) => newBranchIn(service, wish)

describe('a conflict is resolved', () => {
  async function newConflict() {
    const made = await newBranch()
    await made.write({ rows: [{ __svc_row_id: 1, amount: 50 }] })
    const { body } = await made.send(edited(made.bytes, (sheet) => setCell(sheet, 'B2', 100)))
    const resolve = (action: string) =>
      made.call('POST', `${made.at}/conflicts/${body.conflicts[0].conflict_id}/resolve`, { action, note: 'seen' })
    return { ...made, resolve }
  }

  test('by acknowledging what was written', async () => {
    const { resolve, readAll } = await newConflict()

    const done = await resolve('acknowledge')

    expect(done).toMatchObject({
      status: 200,
      body: { status: 'closed', resolution: 'acknowledge', note: 'seen', edit_version: 4 },
    })
    expect((await readAll())[0]).toMatchObject({ amount: 100 })
    expect(await resolve('revert')).toMatchObject({ status: 409, body: { code: 'conflict_closed' } })
  })

  test('by writing the prior value back as an edit of its own', async () => {
    const { resolve, readAll } = await newConflict()

    const refused = await resolve('drop_override')
    const done = await resolve('revert')

    expect(refused).toMatchObject({ status: 400, body: { code: 'action_not_applicable' } })
    expect(done).toMatchObject({ status: 200, body: { resolution: 'revert', edit_version: 5 } })
    expect((await readAll())[0]).toMatchObject({ amount: 50 })
  })
})
