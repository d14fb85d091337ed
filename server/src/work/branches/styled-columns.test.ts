import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { exportFile, openBook } from '../../../test/export-file.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'

const service = startService()

const ROWS = [
  { name: 'Aiko', card: '4556-7375-8689-9855', born: '1987-06-05' },
  { name: 'Ben', card: '4916-3385-0608-2832', born: '1990-12-31' },
]

test('a file shows masked values in their style, and its styled cells count as not supplied when it comes back', async () => {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Staff', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const columns = [{ name: 'name' }, { name: 'card' }, { name: 'born', type: 'DATE' }]
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns })
  await owner.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows: ROWS })
  const hr = await newMember(service, owner, workspace, 'editor')
  await owner.call('PUT', `/api/control/workspaces/${workspace}/users/${hr.userId}/roles`, { roles: ['hr'] })
  for (const [column, style] of [
    ['card', 'last4'],
    ['born', 'year'],
  ]) {
    await owner.call('POST', `${at}/artifacts/staff/columns/${column}/tags`, { tag: column })
    await owner.call('PUT', `${at}/policies/${column}`, { effect: 'mask', mask_style: style })
    await owner.call('PUT', `${at}/policies/${column}`, { effect: 'allow', role: 'hr' })
  }

  const { headers, bytes } = await exportFile(service.url(), owner, at, { tables: ['staff'], record_branch: true })
  const book = openBook(bytes)
  const sheet = book.Sheets.staff ?? {}
  const [, first = []] = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, dateNF: 'yyyy-mm-dd' })
  utils.sheet_add_aoa(sheet, [['Aiko Sato', '0000']], { origin: 'A2' })
  const merged = await uploadTo(service.url(), hr.session, `${at}/tables/staff/merge`, {
    bytes: new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' })),
    filename: 'staff.xlsx',
    fields: { branch_id: headers.get('x-svc-branch-id') ?? '' },
  })

  expect(first.slice(0, 3)).toEqual(['Aiko', '9855', '1987-01-01'])
  expect(headers.get('x-svc-masked-columns')).toContain('card')
  expect(merged).toMatchObject({ status: 200, body: { cells_written: 1, conflict_count: 0 } })
  const rows = (await hr.call('GET', `${at}/tables/staff/rows`)).body.rows
  expect(rows).toMatchObject([{ ...ROWS[0], name: 'Aiko Sato' }, ROWS[1]])
})
