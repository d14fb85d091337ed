import { expect, test } from 'vitest'
import { newStaff as newStaffIn, SALARY, SSN } from '../../../../test/new-staff.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const NO_TRACE = new RegExp(`${SALARY}|${SSN}|salary|ssn|bonus`)

async function newStaff() {
  const made = await newStaffIn(service)
  const undo = (who: typeof made.owner, opId: number, query = '') =>
    who.call('POST', `${made.at}/ops/${opId}/undo${query}`, {})
  return { ...made, undo }
}

test.each(['', '?force=true'])(
  'undo%s of an insert whose hidden cells were filled since is refused without a trace of them',
  async (query) => {
    const { owner, editor, hr, at, staff, write, undo } = await newStaff()
    const { op_id: opId, row_ids: rowIds } = await write(editor, { name: 'Aiko' })
    await write(hr, { __svc_row_id: rowIds[0], salary: SALARY, ssn: SSN })

    const refused = await undo(editor, opId, query)

    expect(refused).toMatchObject({ status: 403, body: { code: 'masked_column', columns: [] } })
    expect(JSON.stringify(refused)).not.toMatch(NO_TRACE)
    expect((await hr.call('GET', `${staff}/rows/${rowIds[0]}`)).body.row).toMatchObject({ salary: SALARY, ssn: SSN })
    // The next commit chains what was refused before it.
    await owner.call('PATCH', at, { description: 'looked at' })
    const { entries } = (await owner.call('GET', `${at}/audit-log`)).body
    expect(entries.filter(({ outcome }: { outcome: string }) => outcome === 'refused')).toMatchObject([
      { action: 'undoOp', detail: { code: 'masked_column' } },
    ])
  },
)

test('a hidden column that was added after the insert is not revealed either', async () => {
  const { owner, editor, hr, at, staff, write, undo } = await newStaff()
  const { op_id: opId, row_ids: rowIds } = await write(editor, { name: 'Aiko' })
  await hr.call('POST', `${staff}/columns`, { column: 'bonus', type: 'INTEGER', expected_version: null })
  await owner.call('POST', `${at}/artifacts/staff/columns/bonus/tags`, { tag: 'pay' })
  await write(hr, { __svc_row_id: rowIds[0], bonus: SALARY })

  const refused = await undo(editor, opId)

  expect(refused.status).toBe(403)
  expect(JSON.stringify(refused)).not.toMatch(NO_TRACE)
})

test('a conflict quotes the cells that the caller sees, and none besides', async () => {
  const { editor, hr, write, undo } = await newStaff()
  const { row_ids: rowIds } = await write(hr, { name: 'Aiko', salary: SALARY, ssn: SSN })
  const { op_id: opId } = await write(editor, { __svc_row_id: rowIds[0], name: 'Ben' })
  await write(hr, { __svc_row_id: rowIds[0], name: 'Cleo', salary: SALARY + 1 })

  const refused = await undo(editor, opId)

  expect(refused).toMatchObject({
    status: 409,
    body: { count: 1, cells: [{ column: 'name', written: 'Ben', current: 'Cleo' }] },
  })
  expect(JSON.stringify(refused)).not.toMatch(NO_TRACE)
})

test('a row that came back since with hidden cells is not overwritten by the undo of its deletion, not by force either', async () => {
  const { editor, hr, staff, write, undo } = await newStaff()
  const { row_ids: rowIds } = await write(editor, { name: 'Aiko' })
  const gone = await editor.call('POST', `${staff}/rows/delete`, { expected_version: null, row_ids: rowIds })
  const again = await undo(hr, gone.body.op_id)
  await write(hr, { __svc_row_id: rowIds[0], salary: SALARY })
  expect(again.status).toBe(200)
  const second = await editor.call('POST', `${staff}/rows/delete`, { expected_version: null, row_ids: rowIds })

  const refused = await undo(editor, second.body.op_id, '?force=true')

  expect(refused.status).toBe(403)
  expect(JSON.stringify(refused)).not.toMatch(NO_TRACE)
})

test('an insert whose hidden cells are as it left them is undone', async () => {
  const { editor, write, undo } = await newStaff()
  const { op_id: opId } = await write(editor, { name: 'Aiko' })

  expect(await undo(editor, opId)).toMatchObject({ status: 200, body: { rows: 1 } })
})
