import { expect, test } from 'vitest'
import { newStaff } from '../../../../test/new-staff.ts'
import { newTable, SALES, THREE_SALES } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const SUMMARY = { table: 'sales', group_by: [{ column: 'region' }], measures: [{ function: 'sum', column: 'amount' }] }
const CHART = { kind: 'bar', x: 0, y: [1] }

async function newQuestions() {
  const made = await newTable(service, { columns: SALES, rows: THREE_SALES })
  const make = async (body: object) => (await made.call('POST', `${made.at}/questions`, body)).body
  const run = (id: string) => made.call('POST', `${made.at}/questions/${id}/run?shape=arrays`)
  return { ...made, make, run }
}

test('a question is kept as SQL or as a summary, and asked again as the tables are now', async () => {
  const { call, at, make, run, write } = await newQuestions()
  const summed = await make({ name: '地域別', summary: SUMMARY, chart: CHART })
  const counted = await make({ name: 'How many', sql: 'SELECT count(*) AS n FROM sales', chart: { kind: 'number' } })
  await write({ rows: [{ region: 'a', amount: 40 }] })

  const { body: listed } = await call('GET', `${at}/questions`)

  expect(listed.questions.map(({ name }: { name: string }) => name)).toEqual(['How many', '地域別'])
  expect(summed).toMatchObject({ kind: 'summary', table: 'sales', chart: { kind: 'bar', x: 0, y: [1], series: null } })
  expect(counted).toMatchObject({ kind: 'sql', sql: 'SELECT count(*) AS n FROM sales', partial: false })
  expect((await run(summed.question_id)).body.rows[0]).toEqual(['a', 41])
  expect((await run(counted.question_id)).body.rows).toEqual([[4]])
})

test('a question is renamed, changed and deleted; names and versions are checked', async () => {
  const { call, at, make } = await newQuestions()
  const { question_id } = await make({ name: 'a', sql: 'SELECT 1' })
  const one = `${at}/questions/${question_id}`
  await make({ name: 'b', sql: 'SELECT 2' })

  const changed = await call('PATCH', one, { name: 'c', description: 'why', summary: SUMMARY, expected_version: 1 })

  expect(changed.body).toMatchObject({ name: 'c', description: 'why', kind: 'summary', sql: null, version: 2 })
  expect((await call('PATCH', one, { name: 'b' })).body.code).toBe('name_taken')
  expect((await call('PATCH', one, { name: 'd', expected_version: 1 })).body.code).toBe('version_conflict')
  expect((await make({ name: 'e' })).code).toBe('validation_error')
  expect((await make({ name: 'e', sql: 'SELECT 1', summary: SUMMARY })).code).toBe('validation_error')
  expect([(await call('DELETE', one)).status, (await call('GET', one)).status]).toEqual([204, 404])
})

test('SQL that does not run is explained to its writer, and later to who may see it', async () => {
  const { call, table, make, run } = await newQuestions()
  const refused = await make({ name: 'b', sql: 'SELECT nowhere FROM sales' })
  const { question_id } = await make({ name: 'a', sql: 'SELECT note FROM sales' })

  await call('DELETE', `${table}/columns/note?expected_version=null`)

  expect(refused).toMatchObject({ status: 400, code: 'invalid_sql' })
  expect((await run(question_id)).body).toMatchObject({ status: 400, code: 'invalid_sql' })
})

test('it is asked as its reader: hidden columns are neither answered, nor named, nor compared with', async () => {
  const { hr, editor, at } = await newStaff(service, [{ name: 'A', salary: 424_242, ssn: '123-45-6789' }])
  const make = async (body: object) => (await hr.call('POST', `${at}/questions`, body)).body.question_id
  const ids = [
    await make({ name: 'all', sql: 'SELECT * FROM staff' }),
    await make({ name: 'pay', sql: 'SELECT salary FROM staff WHERE salary = 424242' }),
    await make({
      name: 'sum',
      summary: {
        table: 'staff',
        filter: [{ column: 'ssn', op: '=', value: '123-45-6789' }],
        group_by: [{ column: 'salary' }],
        measures: [{ function: 'count' }],
      },
    }),
  ]

  const listed = await editor.call('GET', `${at}/questions`)
  const runs = []
  for (const id of ids) runs.push(await editor.call('POST', `${at}/questions/${id}/run?shape=arrays`))
  const own = await hr.call('POST', `${at}/questions/${ids[0]}/run?shape=arrays`)

  expect(own.body.rows).toEqual([['A', 424_242, '123-45-6789', 1]])
  expect(runs.map(({ status, body }) => [status, body.rows ?? body.code])).toEqual([
    [200, [['A', null, 1]]],
    [422, 'unknown_column'],
    [422, 'unknown_column'],
  ])
  for (const { body } of [listed, ...runs]) expect(JSON.stringify(body)).not.toMatch(/salary|424242|6789/)
  const written = await editor.call('PATCH', `${at}/questions/${ids[2]}`, { sql: 'SELECT 1' })
  expect(written.body.code).toBe('masked_column')
})
