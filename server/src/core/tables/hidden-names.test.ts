import { expect, test } from 'vitest'
import { newStaff } from '../../../test/new-staff.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const NAMES = ['salary', 'SALARY', 'height']

/** What differs in answers of one kind for a denied column's name and one that nothing has. */
const withoutName = (answer: { status: number; body: Record<string, unknown> }, name: string) => {
  const { request_id: _id, instance: _path, ...body } = answer.body
  return JSON.stringify({ status: answer.status, body }).replaceAll(name, '…')
}

test('a column cannot be named where columns are denied, and the refusal is the same whether or not a name is taken', async () => {
  const { editor, staff } = await newStaff(service, [{ name: 'Aiko', salary: 1 }])
  const answers: string[] = []
  for (const name of NAMES) {
    const added = await editor.call('POST', `${staff}/columns`, { column: name, expected_version: null })
    const renamed = await editor.call('PATCH', `${staff}/columns/name`, { new_name: name, expected_version: null })
    expect([added.status, added.body.code, renamed.status]).toEqual([403, 'masked_column', 403])
    answers.push(`${withoutName(added, name)} ${withoutName(renamed, name)}`)
  }

  expect(new Set(answers).size).toBe(1)
})

test('a caller who sees all columns names them as before', async () => {
  const { hr, staff } = await newStaff(service)

  const added = await hr.call('POST', `${staff}/columns`, { column: 'height', expected_version: null })
  const taken = await hr.call('POST', `${staff}/columns`, { column: 'Salary', expected_version: null })

  expect([added.status, taken.status, taken.body.code]).toEqual([201, 422, 'name_taken'])
})

test('every other question about a denied column is answered as one about a column that is not there', async () => {
  const { editor, at, staff } = await newStaff(service, [{ name: 'Aiko', salary: 1 }])
  const filter = (column: string) => encodeURIComponent(JSON.stringify({ column, op: '>', value: 1 }))
  const asked = (column: string): [string, string, object?][] => [
    ['GET', `${staff}/rows?order_by=${column}`],
    ['GET', `${staff}/rows?columns=${column}`],
    ['GET', `${staff}/rows?filter=${filter(column)}`],
    ['POST', `${staff}/rows`, { expected_version: null, rows: [{ [column]: 1 }] }],
    ['POST', `${staff}/rows`, { expected_version: null, rows: [{ name: 'x' }], match_on: [column] }],
    ['PATCH', `${staff}/columns/${column}`, { type: 'VARCHAR', expected_version: null }],
    ['PATCH', `${staff}/columns/${column}`, { new_name: 'other', expected_version: null }],
    ['DELETE', `${staff}/columns/${column}?expected_version=null`],
    ['POST', `${at}/query`, { sql: `select ${column} from staff` }],
    ['POST', `${at}/query/validate`, { sql: `select ${column} from staff` }],
    [
      'POST',
      `${at}/transforms`,
      { name: `t`, language: 'sql', code: `select ${column} from {{ s }}`, args: { s: 'staff' } },
    ],
  ]
  const differing: string[] = []
  const [denied, absent] = [asked('salary'), asked('height')]
  for (const [n, [method, path, body]] of denied.entries()) {
    const [otherMethod, otherPath, otherBody] = absent[n] ?? ['', '']
    const one = withoutName(await editor.call(method, path, body), 'salary')
    const other = withoutName(await editor.call(otherMethod, otherPath, otherBody), 'height')
    if (one !== other) differing.push(`${method} ${path}\n${one}\n${other}`)
  }

  expect(differing).toEqual([])
})
