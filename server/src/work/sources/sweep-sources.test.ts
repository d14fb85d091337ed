import { expect, test } from 'vitest'
import { runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startService()

test('an unused upload slot is forgotten after a day', async () => {
  const { id, owner } = await service.newWorkbook()
  const open = async (hours: number) => {
    const { body } = await owner.call('POST', `/api/v1/workbooks/${id}/uploads`, { filename: 'a.csv' })
    await service.running.admin.query(
      'update upload set created_at = now() - make_interval(hours => $1) where upload_id = $2',
      [hours, fromWireId('up', body.upload_id)],
    )
    return `/api/v1/uploads/${body.upload_id}`
  }
  const [younger, older] = [await open(23), await open(25)]

  await runTask(service.running, 'retention.sweep')

  expect((await owner.call('GET', younger)).status).toBe(200)
  expect((await owner.call('GET', older)).status).toBe(404)
})
