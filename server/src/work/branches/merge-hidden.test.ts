import { expect, test } from 'vitest'
import { exportFile } from '../../../test/export-file.ts'
import { edited } from '../../../test/new-branch.ts'
import { newStaff, SALARY } from '../../../test/new-staff.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'

const service = startService()

const ROWS = [{ name: 'Aiko', salary: 1, ssn: 'a' }, { name: 'Ben', salary: 2, ssn: 'b' }, { name: 'Cleo' }]

/** What the editor was sent, without the row of Ben; and ways to send it back. */
async function newReturnedFile() {
  const made = await newStaff(service, ROWS)
  const { editor, at, staff } = made
  const { headers, bytes } = await exportFile(service.url(), editor, at, { tables: ['staff'], record_branch: true })
  const file = edited(bytes, (sheet) => {
    for (const column of 'ABCD') delete sheet[`${column}3`]
  })
  const fields = { branch_id: headers.get('x-svc-branch-id') ?? '' }
  const merge = (more: Record<string, string> = {}) =>
    uploadTo(service.url(), editor.session, `${staff}/merge`, {
      bytes: file,
      filename: 'staff.xlsx',
      fields: { ...fields, ...more },
    })
  const sync = () =>
    uploadTo(service.url(), editor.session, `${at}/sync`, { bytes: file, filename: 'staff.xlsx', fields })
  return { ...made, merge, sync }
}

test('a merge does not delete a row whose hidden cell changed since: it is a conflict that names no column', async () => {
  const { hr, staff, write, merge } = await newReturnedFile()
  await write(hr, { __svc_row_id: 2, salary: SALARY })

  const [tried, merged] = [await merge({ dry_run: 'true' }), await merge()]

  for (const { body } of [tried, merged]) {
    expect(body).toMatchObject({ deleted: 0, conflict_count: 1 })
    expect(body.conflicts).toMatchObject([{ kind: 'row_deleted', row_id: 2, column: null, prior_value: null }])
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${SALARY}|salary`))
  }
  expect((await hr.call('GET', `${staff}/rows/2`)).body.row).toMatchObject({ name: 'Ben', salary: SALARY })
})

test('nor does a sync', async () => {
  const { hr, staff, write, sync } = await newReturnedFile()
  await write(hr, { __svc_row_id: 2, ssn: 'changed' })

  const synced = await sync()

  expect(synced.status).toBe(200)
  expect((await hr.call('GET', `${staff}/rows/2`)).body.row).toMatchObject({ name: 'Ben', ssn: 'changed' })
})

test('nor a row that was filled since in a column which the file does not have', async () => {
  const { hr, staff, write, merge } = await newReturnedFile()
  await hr.call('POST', `${staff}/columns`, { column: 'city', expected_version: null })
  await write(hr, { __svc_row_id: 2, city: 'Osaka' })

  expect((await merge()).body).toMatchObject({ deleted: 0, conflict_count: 1 })
})

test('a row whose hidden cells are as they were is deleted, and comes back whole', async () => {
  const { hr, at, staff, write, merge } = await newReturnedFile()
  await write(hr, { __svc_row_id: 1, salary: SALARY })

  const { body } = await merge()

  expect(body).toMatchObject({ deleted: 1, conflict_count: 0 })
  expect((await hr.call('POST', `${at}/ops/${body.op_id}/undo`)).status).toBe(200)
  expect((await hr.call('GET', `${staff}/rows/2`)).body.row).toMatchObject(ROWS[1] ?? {})
})
