import { expect, test } from 'vitest'
import { newStaff } from '../../../../test/new-staff.ts'
import { startService } from '../../../../test/service.ts'
import { uploadTo } from '../../../../test/upload.ts'

const service = startService()

const CSV = 'code,item,price\nA-1,Bread,120\nA-2,Milk,340\nA-3,Eggs,275\n'

async function uploaded(filename = 'prices.csv') {
  const { id, owner } = await service.newWorkbook()
  const at = `/api/v1/workbooks/${id}/sources`
  const { body } = await uploadTo(service.url(), owner.session, at, { bytes: CSV, filename })
  return { call: owner.call, at: `${at}/${body.source.source_id}` }
}

test('a map of a file says what stands where, within the tokens that were asked for', async () => {
  const { call, at } = await uploaded()

  const { status, body } = await call('GET', `${at}/map?max_tokens=300`)

  expect(status).toBe(200)
  expect(body.map).toContain('data A2:C4, 3 records')
  expect(body.map).toContain('C price BIGINT: 120..340')
  expect(body.tokens).toBeLessThanOrEqual(300)
})

test('cells are found by what they hold, with their labels', async () => {
  const { call, at } = await uploaded()

  const { body } = await call('GET', `${at}/cells?find=340`)

  expect(body).toEqual({
    cells: [{ sheet: 'prices', cell: 'C3', value: 340, formula: null, row_label: 'Milk', column_label: 'price' }],
    truncated: false,
  })
})

test('a sheet that is not in the file is not found', async () => {
  const { call, at } = await uploaded()

  expect(await call('GET', `${at}/map?sheet=other`)).toMatchObject({ status: 404 })
  expect(await call('GET', `${at}/cells?find=a&sheet=other`)).toMatchObject({ status: 404 })
})

test('where policies close the original, its map and its cells are closed too', async () => {
  const { editor, hr, at } = await newStaff(service)
  const { body } = await uploadTo(service.url(), hr.session, `${at}/sources`, { bytes: CSV, filename: 'staff.csv' })
  const source = `${at}/sources/${body.source.source_id}`

  const refused = { status: 403, body: { code: 'governed_workbook' } }
  expect(await editor.call('GET', `${source}/map`)).toMatchObject(refused)
  expect(await editor.call('GET', `${source}/cells?find=Milk`)).toMatchObject(refused)
})
