import { expect, test } from 'vitest'
import { startService } from '../../../../test/service.ts'

const service = startService()

async function newStaff() {
  const owner = await service.newPerson()
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Payroll' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const columns = [{ name: '氏名' }, { name: '給与', type: 'INTEGER' }, { name: '住所' }]
  await owner.call('POST', `${at}/tables`, { name: '社員', columns })
  const tag = (column: string, wanted: object) =>
    owner.call('POST', `${at}/tables/${encodeURIComponent('社員')}/columns/${encodeURIComponent(column)}/tags`, wanted)
  return { owner, at, tag }
}

test('a tag has a label in any script, which every column and every rule of the tag shows', async () => {
  const { owner, at, tag } = await newStaff()

  const first = await tag('給与', { tag: 'confidential', label: '社外秘' })
  const second = await tag('住所', { tag: 'confidential' })
  const rule = await owner.call('PUT', `${at}/policies/confidential`, { role: 'viewer', effect: 'deny' })

  expect(first).toMatchObject({ status: 201, body: { tag: 'confidential', label: '社外秘' } })
  expect(second).toMatchObject({ status: 201, body: { label: '社外秘' } })
  expect(rule).toMatchObject({ status: 201, body: { tag: 'confidential', label: '社外秘', columns: 2 } })
  const { body } = await owner.call('GET', `${at}/governance`)
  expect(body.policies).toMatchObject([{ label: '社外秘' }])
  expect(body.tables[0].columns.map((column: { tags: object[] }) => column.tags)).toMatchObject([
    [],
    [{ label: '社外秘' }],
    [{ label: '社外秘' }],
  ])
})

test('a label is changed by tagging again, and is not lost by tagging without one', async () => {
  const { tag } = await newStaff()
  await tag('給与', { tag: 'pay', label: '給与情報' })

  const changed = await tag('給与', { tag: 'pay', label: '人事限り' })
  const kept = await tag('給与', { tag: 'pay' })

  expect(changed).toMatchObject({ status: 200, body: { label: '人事限り' } })
  expect(kept).toMatchObject({ status: 200, body: { label: '人事限り' } })
})

test('a tag without a label says null, and a label of blanks or of several lines is refused', async () => {
  const { tag } = await newStaff()

  const plain = await tag('給与', { tag: 'pay' })
  const refused = await Promise.all([' ', 'a\nb', '秘'.repeat(61)].map((label) => tag('給与', { tag: 'pay', label })))

  expect(plain).toMatchObject({ status: 201, body: { label: null } })
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422])
})
