import { expect, onTestFinished, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { newPython } from '../../../test/new-python.ts'
import { newPerson } from '../../../test/person.ts'
import { pythonSettings } from '../../../test/python-runtime.ts'
import { startService } from '../../../test/service.ts'
import { runService } from '../../../test/start-service.ts'

const service = startService({ settings: { engineSpares: 1, ...pythonSettings() } })

test('types of Arrow become the types that tables have', async () => {
  const { body, tableOf, rowsOf } = await newPython(service)

  await body(
    'types',
    `from decimal import Decimal; from datetime import date, datetime, time, timezone; import uuid
  at = datetime(2026, 1, 31, 12, 30, 0, 250000)
  return pa.table({
    "whole": pa.array([1, None], pa.int16()), "large": pa.array([2**62 + 1, None], pa.int64()),
    "unsigned": pa.array([2**64 - 1, None], pa.uint64()), "half": pa.array([1.5, float("nan")], pa.float32()),
    "money": pa.array([Decimal("12.30"), None], pa.decimal128(18, 2)), "yes": [True, None],
    "text": pa.array(["一", None]).dictionary_encode(), "none": pa.nulls(2),
    "day": [date(2026, 1, 31), None], "at": pa.array([at, None], pa.timestamp("ns")),
    "when": pa.array([at.replace(tzinfo=timezone.utc), None], pa.timestamp("ms", "Asia/Tokyo")),
    "hour": [time(23, 59), None], "id": pa.array([uuid.UUID(int=7).bytes, None], pa.uuid()),
    "doc": pa.array(['{"a": 1}', None], pa.json_()),
  })`,
  )

  const types = (await tableOf('types')).columns.map(({ name, type }: { name: string; type: string }) => [name, type])
  expect(Object.fromEntries(types)).toEqual({
    whole: 'INTEGER',
    large: 'BIGINT',
    unsigned: 'DECIMAL(20,0)',
    half: 'DOUBLE',
    money: 'DECIMAL(18,2)',
    yes: 'BOOLEAN',
    text: 'VARCHAR',
    none: 'VARCHAR',
    day: 'DATE',
    at: 'TIMESTAMP',
    when: 'TIMESTAMPTZ',
    hour: 'TIME',
    id: 'UUID',
    doc: 'JSON',
  })
  const [first, second] = await rowsOf('types')
  expect(first).toMatchObject({
    large: '4611686018427387905',
    unsigned: '18446744073709551615',
    half: 1.5,
    money: '12.30',
    text: '一',
    day: '2026-01-31',
    id: '00000000-0000-0000-0000-000000000007',
    doc: { a: 1 },
  })
  expect(Object.values(second).filter((cell) => cell !== null)).toEqual([2])
})

test('a column that no table can hold is refused by its name, as are names that are empty or given twice', async () => {
  const { body } = await newPython(service)
  const results = [
    'pa.table({"both": [{"x": 1}]})',
    'pa.table([[1], [2]], names=["n", "n"])',
    'pa.table([[1]], names=[""])',
    'pa.table({"fine": pa.array([1], pa.timestamp("ns"))})',
    'pa.table({"raw": [b"x"]})',
    'pa.table({})',
    'pandas.DataFrame([[1, 2]], columns=["n", "n"])',
    'pandas.DataFrame({"mixed": [1, "a"]})',
    'pandas.Series([1])',
    '42',
  ]

  const nested = await body('nested', 'return pa.table({"parts": [[1, 2], [3]]})')
  const others = await body(
    'others',
    `import pandas, take_result
  for make in [${results.map((result) => `lambda: ${result}`).join(', ')}]:
    try: take_result.storable(take_result.as_arrow(make())); print("taken")
    except take_result.Refused as error: print(error)
  return sales`,
  )

  expect(nested).toMatchObject({ status: 400, body: { code: 'transform_failed' } })
  expect(nested.body.detail).toContain("Column 'parts' is of type list")
  expect(others.body.run.logs.trim().split('\n')).toEqual([
    expect.stringContaining("Column 'both' is of type struct"),
    expect.stringContaining("called 'n'"),
    expect.stringContaining('has no name'),
    expect.stringContaining("Column 'fine'"),
    expect.stringContaining("Column 'raw'"),
    expect.stringContaining('no column'),
    expect.stringContaining("called 'n'"),
    expect.stringContaining('column mixed'),
    expect.stringContaining('Series, which is no table'),
    expect.stringContaining('builtins.int, which is no table'),
  ])
})

test('whole numbers with gaps, decimals and days are the same after pandas', async () => {
  const { call, at, create, rowsOf, tableOf } = await newPython(service)
  const columns = [
    { name: 'id', type: 'BIGINT' },
    { name: 'pay', type: 'DECIMAL(18,2)' },
    { name: 'on', type: 'DATE' },
    { name: 'is_paid', type: 'BOOLEAN' },
  ]
  await call('POST', `${at}/tables`, { name: 'pays', columns })
  const rows = [
    { id: '9007199254740993', pay: '0.10', on: '1899-12-31', is_paid: true },
    { id: null, pay: null, on: null, is_paid: null },
  ]
  await call('POST', `${at}/tables/pays/rows`, { expected_version: null, rows })
  const code = 'import pandas\ndef transform(tables: dict[str, pandas.DataFrame]):\n  return tables["pays"]'

  const created = await create('copy', code, { pays: 'pays' }, { language: 'python' })

  expect(created.status).toBe(201)
  expect(await rowsOf('copy')).toMatchObject(rows)
  const types = (name: string) => tableOf(name).then((table) => table.columns.map(({ type }: { type: string }) => type))
  expect(await types('copy')).toEqual(await types('pays'))
})

test('a pandas table may be written to, and its named index is a column', async () => {
  const { python, rowsOf } = await newPython(service)
  const code = `import pandas
def transform(tables: dict[str, pandas.DataFrame]):
    sales = tables["sales"]
    sales.loc[sales["region"] == "east", "amount"] = 7
    sales.iloc[1, 1] = 8
    return sales.sort_values("amount").set_index("region")
`

  const created = await python('changed', code)

  expect(created.status).toBe(201)
  expect(await rowsOf('changed')).toEqual([
    { region: 'east', amount: 7, __svc_row_id: 1 },
    { region: 'east', amount: 7, __svc_row_id: 2 },
    { region: 'west', amount: 8, __svc_row_id: 3 },
  ])
})

/** A workbook whose salaries its owner does not see and hr does. */
async function newPayroll(effect: 'mask' | 'deny') {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Payroll', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const columns = [{ name: 'name' }, { name: 'salary', type: 'INTEGER' }]
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns })
  const rows = [{ name: 'Aiko', salary: 4321 }]
  await owner.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows })
  const hr = await newMember(service, owner, workspace, 'editor')
  await owner.call('PUT', `/api/control/workspaces/${workspace}/users/${hr.userId}/roles`, { roles: ['hr'] })
  await owner.call('POST', `${at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' })
  await owner.call('PUT', `${at}/policies/pay`, { effect })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'allow', role: 'hr' })
  const create = (person: typeof owner, name: string, lines: string) =>
    person.call('POST', `${at}/transforms`, {
      name,
      language: 'python',
      code: `def transform(tables):\n  staff = tables["staff"]\n  ${lines}`,
      args: { staff: 'staff' },
    })
  return { owner, hr, at, create }
}

test.each(['mask', 'deny'] as const)(
  'it sees exactly the columns its author saw, no matter who runs it: %s',
  async (effect) => {
    const { owner, hr, at, create } = await newPayroll(effect)

    const created = await create(owner, 'seen', 'print(staff.column_names, staff.to_pylist()); return staff')
    const again = await hr.call('POST', `${at}/transforms/seen/run`, {})

    expect(created.body.run.logs).toBe("['name'] [{'name': 'Aiko'}]\n")
    expect(again.body.run.logs).toBe(created.body.run.logs)
  },
)

test('its output has all tags of its inputs, and what it prints and fails with is for those who see all of these', async () => {
  const { owner, hr, at, create } = await newPayroll('mask')
  const lines = 'print(staff.to_pylist()); assert staff.num_rows < 2, staff.to_pylist(); return staff.select(["name"])'
  const created = await create(hr, 'names', lines)

  const unseen = await owner.call('POST', `${at}/transforms/names/run`, {})
  const rows = await owner.call('GET', `${at}/tables/names/rows`)
  await hr.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows: [{ name: 'Ben', salary: 8765 }] })
  const failed = await owner.call('POST', `${at}/transforms/names/run`, {})
  const answer = await hr.call('POST', `${at}/transforms/names/run`, {})

  expect(created.body.run.logs).toContain('4321')
  expect(unseen).toMatchObject({ status: 200, body: { transform: { code: null }, run: { logs: '' } } })
  expect(rows.body).toMatchObject({ rows: [{ name: null }], masked_columns: ['name'] })
  expect(failed).toMatchObject({ status: 400, body: { code: 'transform_failed' } })
  expect(JSON.stringify(failed.body)).not.toMatch(/4321|8765|Aiko/)
  expect(answer.body.detail).toContain('8765')
})

test('a caller who runs what lies above learns no values from the failure of a transform that sees more than they do', async () => {
  const { owner, hr, at, create } = await newPayroll('deny')
  await create(owner, 'names', 'return staff')
  const code =
    'def transform(tables):\n  pays = tables["staff"].to_pylist()\n  assert len(pays) < 2, pays\n  return tables["names"]'
  const args = { staff: 'staff', names: 'names' }
  await hr.call('POST', `${at}/transforms`, { name: 'pays', language: 'python', code, args })
  await hr.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows: [{ name: 'Ben', salary: 8765 }] })

  const byOwner = await owner.call('POST', `${at}/transforms/names/run`, {})
  const byHr = await hr.call('POST', `${at}/transforms/names/run`, {})

  expect(byOwner.body.failed).toMatchObject([{ name: 'pays', stale: true }])
  expect(JSON.stringify(byOwner.body)).not.toMatch(/4321|8765/)
  expect(byHr.body.failed[0].error).toContain('8765')
})

test('without its sandbox Python does not run at all', async () => {
  const bare = await runService({ settings: { sandbox: 'off', ...pythonSettings() } })
  onTestFinished(() => bare.close())
  const { call } = await newPerson(bare.urls[0] ?? '')
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'Ledger' })

  const refused = await call('POST', `/api/v1/workbooks/${body.workbook_id}/transforms`, {
    name: 'made',
    language: 'python',
    code: 'import pyarrow\ndef transform(tables): return pyarrow.table({"n": [1]})',
    args: {},
  })

  expect(refused).toMatchObject({ status: 501, body: { code: 'python_disabled' } })
})
