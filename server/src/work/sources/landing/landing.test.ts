import { describe, expect, test, vi } from 'vitest'
import type { Body } from '../../../../test/client.ts'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'
import { uploadTo } from '../../../../test/upload.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const FIRST = 'id,amount\na,1\nb,2\nc,3\n'
const NEXT = 'id,amount\na,1\nb,7\nd,4\n'

/** A source with one table, `rv`, followed as a file, and the doors through which its next edition comes. */
async function newFollowed(bytes = FIRST) {
  const place = await newSourcePlace(service)
  await place.upload({ bytes, filename: 'rv.csv' })
  const send = (path: string, text: string, fields: Record<string, string>, headers = {}) =>
    uploadTo(service.url(), place.owner.session, `${place.at}${path}`, {
      bytes: text,
      filename: 'rv.csv',
      fields,
      headers,
    })
  const revise = (text: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    send('/sources/rv.csv/revise', text, fields, headers)
  const track = async () => (await send('/file-links/local', bytes, {})).body.link_id as string
  const push = (link: string, text: string, fields: Record<string, string> = {}, headers = {}) =>
    send(`/file-links/${link}/versions`, text, fields, headers)
  const edit = async (row: Body, expected: number | null = null) =>
    place.call('POST', '/tables/rv/rows', { rows: [row], expected_version: expected, actor: 'alice' })
  return { ...place, send, revise, track, push, edit, seen: () => place.rows('rv', '') }
}

const row = (id: number, name: string, amount: number) => ({ __svc_row_id: id, id: name, amount })

describe('a file over a table that was edited since', () => {
  test('is refused at every door, with the tables, their versions and what may be done', async () => {
    const { edit, revise, track, push, send, call, seen } = await newFollowed()
    const link = await track()
    await push(link, 'id,amount\na,1\nb,2\nc,4\n')
    await edit({ __svc_row_id: 1, amount: 999 })
    const before = await seen()

    const refused = [
      await revise(NEXT),
      await push(link, NEXT),
      await call('POST', `/file-links/${link}/versions/1/revert`),
      await send('/sync', NEXT, {}),
      await call('POST', '/sources/rv.csv/materialize', {}),
    ]

    // Materializing the same bytes again has no reason to touch the table, but it holds an edit.
    for (const { status, body } of refused)
      expect([status, body.code, body.tables]).toEqual([
        409,
        'version_conflict',
        [{ table: 'rv', edit_version: 3, edited_rows: 1, expected_version: null }],
      ])
    expect(refused[0]?.body.suggested_fix).toContain('expected_versions {"rv":3}')
    expect(await seen()).toEqual(before)
  })

  test('is refused where another version was seen, as If-Match or in the form', async () => {
    const { edit, revise, seen } = await newFollowed()
    await edit({ __svc_row_id: 1, amount: 999 })
    const before = await seen()

    const refused = [
      await revise(NEXT, {}, { 'if-match': '"1"' }),
      await revise(NEXT, { expected_version: '1' }),
      await revise(NEXT, { expected_versions: '{"rv":1}' }),
    ]

    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
    expect((await revise(NEXT, { expected_versions: 'rv' })).status).toBe(422)
    expect(await seen()).toEqual(before)
  })

  test('takes the place of what the caller has seen, and loses nothing without a word', async () => {
    const { edit, revise, call, seen } = await newFollowed()
    await edit({ __svc_row_id: 1, amount: 999 })
    await edit({ __svc_row_id: 2, amount: 50 })
    await edit({ id: 'mine', amount: 5 })
    await call('POST', '/tables/rv/rows/delete', { row_ids: [3], expected_version: null })
    const before = await seen()

    const { status, body } = await revise(`${NEXT}c,3\n`, { expected_versions: '{"rv":5}' })

    expect([status, body.code]).toEqual([200, undefined])
    expect(body.overwritten_edits).toEqual([{ table: 'rv', cells: 2, rows: 2, columns: [], conflicts: 2 }])
    expect(body.reports).toMatchObject([{ inserted: 2, updated: 2, deleted: 1, unchanged: 0 }])
    expect(await seen()).toMatchObject([row(1, 'a', 1), row(2, 'b', 7), row(3, 'c', 3), { id: 'd' }])
    const old = await call('GET', `/tables/rv/rows?as_of=${body.safety_snapshot_id}`)
    expect(old.body.rows).toEqual(before)
    const { body: queue } = await call('GET', '/conflicts')
    expect(queue.conflicts).toHaveLength(2)
    expect(queue.conflicts.toSorted((a: Body, b: Body) => a.row_id - b.row_id)).toMatchObject([
      { kind: 'overwrite', row_id: 2, column: 'amount', base_value: 2, prior_value: 50, value: 7 },
      { kind: 'row_deleted', row_id: 4 },
    ])
    const { body: history } = await call('GET', '/tables/rv/rows/1/history')
    expect(history.changes[0]).toMatchObject({ column: 'amount', old: 999, new: 1, op_id: body.op_id })
  })

  test('is taken back by undoing its one op', async () => {
    const { edit, revise, call, seen } = await newFollowed()
    await edit({ __svc_row_id: 1, amount: 999 })
    const before = await seen()
    const { body } = await revise(NEXT, {}, { 'if-match': '"2"' })

    const undone = await call('POST', `/ops/${body.op_id}/undo`)

    expect([undone.status, undone.body.undid]).toEqual([200, body.op_id])
    expect(await seen()).toEqual(before)
    const { body: history } = await call('GET', '/tables/rv/rows/1/history')
    expect(history.changes[0]).toMatchObject({ column: 'amount', old: 1, new: 999 })
    // The edit is there again, and so is the question.
    expect((await revise(`${NEXT}e,9\n`)).status).toBe(409)
  })
})

describe('the next edition of a file', () => {
  test('keeps the ids of rows it has again, and says what changed', async () => {
    const { revise, seen } = await newFollowed()

    const { body } = await revise(NEXT)

    expect(await seen()).toMatchObject([row(1, 'a', 1), row(2, 'b', 7), { id: 'd', amount: 4 }])
    expect(body.reports).toMatchObject([{ inserted: 1, updated: 1, deleted: 1, unchanged: 1 }])
    expect([body.overwritten_edits, body.safety_snapshot_id]).toEqual([[], null])
  })

  test('keeps what was said about rows, and a file that was sent out before comes back into it', async () => {
    const { revise, call, owner, at, seen, send } = await newFollowed()
    await call('POST', '/tables/rv/annotations', {
      annotations: [{ target: { kind: 'cell', row_id: 1, column: 'amount' }, note: 'checked' }],
    })
    const exported = await fetch(`${service.url()}${at}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tables: ['rv'], format: 'csv', record_branch: true }),
    })
    const branch = exported.headers.get('x-svc-branch-id') ?? ''
    const edited = (await exported.text()).replace(/(a.?,.?)1\b/, '$142')

    await revise(NEXT)
    const merged = await send('/tables/rv/merge', edited, { branch_id: branch, allow_deletes: 'true' })

    expect((await call('GET', '/tables/rv/annotations')).body.annotations).toMatchObject([{ note: 'checked' }])
    expect(merged.body).toMatchObject({ cells_written: 1, skipped: [] })
    expect((await seen())[0]).toEqual(row(1, 'a', 42))
  })

  test('knows each value by the cell of the edition it was read from', async () => {
    const { revise, call } = await newFollowed()

    await revise(`id,amount\nd,4\na,1\nb,7\n`)

    const { body } = await call('GET', '/tables/rv/rows/1/origin')
    expect(body.columns).toMatchObject([
      { column: 'id', revision: 2, cell: 'A3' },
      { column: 'amount', revision: 2, cell: 'B3' },
    ])
  })

  test('pairs equal rows in their order and never takes running numbers for names', async () => {
    const { revise, seen } = await newFollowed('no,item\n1,pen\n2,pen\n3,ink\n')

    await revise('no,item\n1,cap\n2,pen\n3,pen\n4,ink\n')

    const rows = await seen()
    expect(rows.map(({ __svc_row_id, item }: Body) => [__svc_row_id, item])).toEqual([
      [2, 'pen'],
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ])
  })

  test('with other columns keeps the rows, and the column that a user added', async () => {
    const { revise, call, seen } = await newFollowed()
    await call('POST', '/tables/rv/columns', { column: 'note', type: 'VARCHAR', expected_version: null })
    await call('POST', '/tables/rv/rows', { rows: [{ __svc_row_id: 2, note: 'mine' }], expected_version: null })

    const { body } = await revise('id,amount,place\na,1,x\nb,2,y\n', { expected_versions: '{"rv":3}' })

    expect(body.overwritten_edits).toMatchObject([{ cells: 0, rows: 0, columns: [] }])
    expect(await seen()).toEqual([
      { __svc_row_id: 1, id: 'a', amount: 1, place: 'x', note: null },
      { __svc_row_id: 2, id: 'b', amount: 2, place: 'y', note: 'mine' },
    ])
  })
})
