import { expect, test } from 'vitest'
import { newPython } from '../../../test/new-python.ts'
import { pythonSettings } from '../../../test/python-runtime.ts'
import { startService } from '../../../test/service.ts'
import { transformInBackground } from './runs/run-transform.job.ts'

const service = startService({
  workers: 1,
  jobHandlers: { transform: transformInBackground },
  settings: { engineSpares: 1, ...pythonSettings() },
})

const TOTALS = `
import pandas as pd

def transform(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    return tables["sales"].groupby("region")["amount"].sum().reset_index(name="total")
`

test('a transform in Python makes a derived table from its tables, fresh and with its code kept', async () => {
  const { python, rowsOf, call, at } = await newPython(service)

  const created = await python('totals', TOTALS)

  expect(created).toMatchObject({
    status: 201,
    body: {
      transform: { name: 'totals', language: 'python', code: TOTALS, args: { sales: 'sales' } },
      run: { row_count: 2, logs: '', mode: 'full' },
      table: { layer: 'derived', edit_version: 1, freshness: { stale: false, upstream: ['sales'] } },
    },
  })
  expect(await rowsOf('totals')).toEqual([
    { region: 'east', total: 15, __svc_row_id: 1 },
    { region: 'west', total: 3, __svc_row_id: 2 },
  ])
  const { body: ops } = await call('GET', `${at}/ops`)
  expect(ops.ops[0]).toMatchObject({ kind: 'transform.run', code: { kind: 'python' } })
})

test('tables come as Arrow, or as pandas or polars where the annotation says so, in the order of their rows', async () => {
  const { python, rowsOf, write } = await newPython(service)
  await write({ rows: [{ __svc_row_id: 1, amount: 11 }] })
  const returning = (hint: string) => `
import pandas, polars, pyarrow
def transform(tables${hint}):
    kind = type(tables["sales"])
    if kind is polars.LazyFrame: amounts = tables["sales"].collect()["amount"].to_list()
    else: amounts = [int(one) if kind is not pyarrow.Table else one.as_py() for one in tables["sales"]["amount"]]
    return pyarrow.table({"kind": [f"{kind.__module__.split('.')[0]}.{kind.__name__}"], "amounts": [str(amounts)]})
`
  const hints = [
    '',
    ': dict[str, pandas.DataFrame]',
    ': dict[str, polars.DataFrame]',
    ': "dict[str, polars.LazyFrame]"',
  ]

  for (const [n, hint] of hints.entries()) await python(`form_${n}`, returning(hint))

  const rows = await Promise.all(hints.map(async (_, n) => (await rowsOf(`form_${n}`))[0]))
  const kinds = ['pyarrow.Table', 'pandas.DataFrame', 'polars.DataFrame', 'polars.LazyFrame']
  expect(rows.map(({ kind }) => kind)).toEqual(kinds)
  expect(rows.map(({ amounts }) => amounts)).toEqual(kinds.map(() => '[11, 3, 5]'))
})

test('{{ arg }} stands for the table in Python too, and an unbound one is refused', async () => {
  const { python, rowsOf } = await newPython(service)

  const bound = await python('copy', 'def transform(tables):\n  return {{ sales }}.select(["region"]).slice(0, 1)')
  const unbound = await python('other', 'def transform(tables):\n  return {{ other }}')

  expect(bound.status).toBe(201)
  expect(await rowsOf('copy')).toEqual([{ region: 'east', __svc_row_id: 1 }])
  expect(unbound).toMatchObject({ status: 400, body: { code: 'unbound_placeholder', unbound: ['other'] } })
})

test('what the code prints comes back as logs, and of very much the beginning and the end', async () => {
  const { body } = await newPython(service)

  const little = await body('little', 'import sys; print("one 一"); print("two", file=sys.stderr); return sales')
  const much = await body('much', 'for n in range(100_000): print("line", n)\n  return sales')

  expect(little.body.run.logs).toBe('one 一\ntwo\n')
  expect(Buffer.byteLength(much.body.run.logs)).toBeLessThanOrEqual(10 * 1024)
  expect(much.body.run.logs).toMatch(/^line 0\nline 1\n[\s\S]*\n\[[\d,]+ bytes left out\]\n[\s\S]*\nline 99999\n$/)
})

test('code that fails is reported with its own lines and no other, and the output keeps what it held and is stale', async () => {
  const { python, rowsOf, tableOf, write, run } = await newPython(service)
  await python(
    'totals',
    `${TOTALS}\n    # never reached\n`.replace('return', 'assert len(tables["sales"]) < 4, "many"; return'),
  )
  const before = await rowsOf('totals')
  await write({ rows: [{ region: 'north', amount: 1 }] })

  const failed = await run('totals')

  expect(failed).toMatchObject({
    status: 400,
    body: { code: 'transform_failed', line: 5, detail: "'totals': AssertionError: many" },
  })
  expect(failed.body.traceback).toContain('File "transform.py", line 5, in transform')
  expect(JSON.stringify(failed.body)).not.toMatch(/run_transform|\/python\/|\/program\//)
  expect(await rowsOf('totals')).toEqual(before)
  expect(await tableOf('totals')).toMatchObject({ freshness: { stale: true, reason: 'transform_failed' } })
})

test('what cannot be run says why', async () => {
  const { python, body } = await newPython(service)

  const refused = [
    await python('a', 'def transform(tables)\n  pass'),
    await python('b', 'x = 1'),
    await body('c', 'return sales.groupby("region")'),
    await body('d', 'import os; os._exit(3)'),
  ]

  expect(refused.map(({ body: problem }) => [problem.code, problem.line])).toEqual([
    ['transform_failed', 1],
    ['transform_failed', null],
    ['transform_failed', 4],
    ['transform_failed', null],
  ])
  expect(refused.map(({ body: problem }) => problem.detail)).toEqual([
    expect.stringContaining("SyntaxError: expected ':'"),
    expect.stringContaining("no function 'transform'"),
    expect.stringContaining('AttributeError'),
    expect.stringContaining('broke off'),
  ])
  expect(refused[2]?.body.suggested_fix).toContain('dict[str, pandas.DataFrame]')
})

test('code that says it is done and has left something else than a table is refused', async () => {
  const { body } = await newPython(service)

  const garbage = await body(
    'garbage',
    'import os; open("/own/result.parquet", "wb").write(b"PAR1" * 99); os.write(3, b\'{"made": true}\\n\')\n  while True: pass',
  )

  expect(garbage).toMatchObject({ status: 400, body: { code: 'transform_failed' } })
  expect(garbage.body.detail).toContain('cannot be read as a table')
})

test('rows keep their ids by key, so that what people wrote over them stays when it is run again', async () => {
  const { python, override, write, run, rowsOf } = await newPython(service)
  await python('totals', TOTALS, { key: ['region'] })
  await override('totals', { __svc_row_id: 2, total: 99 })
  await write({ rows: [{ region: 'aaa', amount: 1 }] })

  const done = await run('totals')

  expect(done.status).toBe(200)
  expect(await rowsOf('totals')).toEqual([
    { region: 'east', total: 15, __svc_row_id: 1 },
    { region: 'west', total: 99, __svc_row_id: 2 },
    { region: 'aaa', total: 1, __svc_row_id: 3 },
  ])
})

test('every output column depends on every input column, and on none exactly', async () => {
  const { python, call, at } = await newPython(service)
  await python('totals', TOTALS)

  const { body } = await call('GET', `${at}/tables/totals/lineage?direction=up`)

  const from = ['region', 'amount'].map((column) => ({ table: 'sales', column }))
  expect(body.columns).toEqual([
    { to: { table: 'totals', column: 'region' }, from: expect.arrayContaining(from), exact: false },
    { to: { table: 'totals', column: 'total' }, from: expect.arrayContaining(from), exact: false },
  ])
})

test('a transform that is not run at once has an empty, stale output with its columns', async () => {
  const { python, run, rowsOf } = await newPython(service)

  const created = await python('totals', TOTALS, { run: false })

  expect(created).toMatchObject({
    status: 201,
    body: { run: null, table: { row_count: 0, freshness: { stale: true } } },
  })
  expect(created.body.table.columns.map(({ name }: { name: string }) => name)).toEqual(['region', 'total'])
  expect((await run('totals')).status).toBe(200)
  expect(await rowsOf('totals')).toHaveLength(2)
})

test('recompute and runs of what lies above rebuild tables made in Python', async () => {
  const { python, create, write, recompute, run, rowsOf } = await newPython(service)
  await create('large', 'SELECT * FROM {{ sales }} WHERE amount > 4')
  const code = 'def transform(tables):\n  return tables["large"].group_by([]).aggregate([("amount", "sum")])'
  await create('sum', code, { large: 'large' }, { language: 'python' })
  await python('totals', TOTALS)
  await write({ rows: [{ region: 'east', amount: 100 }] })

  const propagated = await run('large')
  const recomputed = await recompute()

  expect(propagated.body).toMatchObject({ recomputed: [{ name: 'sum' }], failed: [] })
  expect(recomputed).toMatchObject({ recomputed: [{ name: 'totals' }], failed: [], fresh: true })
  expect(await rowsOf('sum')).toMatchObject([{ amount_sum: 115 }])
})

test('with async it is a job, whose result is the same', async () => {
  const { python, call, rowsOf } = await newPython(service)

  const accepted = await python('totals', TOTALS, { async: true })

  expect(accepted.status).toBe(202)
  await expect
    .poll(async () => (await call('GET', `/api/v1/jobs/${accepted.body.job_id}`)).body, { timeout: 30_000 })
    .toMatchObject({ kind: 'transform', status: 'succeeded', result: { run: { row_count: 2 } } })
  expect(await rowsOf('totals')).toHaveLength(2)
})
