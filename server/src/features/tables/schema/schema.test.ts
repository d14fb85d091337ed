import { describe, expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const newTable = (rows: object[]) => newTableIn(service, { columns: COLUMNS, rows })

describe('the schema of a table', () => {
  test('is its columns and first rows', async () => {
    const { call, table } = await newTable(Array.from({ length: 7 }, (_, n) => ({ amount: n })))

    expect((await call('GET', `${table}/schema`)).body).toMatchObject({
      name: 'sales',
      row_count: 7,
      edit_version: 2,
      columns: [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }],
      sample: [{ amount: 0 }, { amount: 1 }, { amount: 2 }, { amount: 3 }, { amount: 4 }],
    })
  })

  test('is a JSON Schema that every row it holds fits', async () => {
    const { call, table } = await newTable([{ region: 'a' }])

    const schema = await call('GET', `${table.replace('/tables/', '/artifacts/')}/schema?format=json-schema`)

    expect(schema.headers.get('content-type')).toBe('application/schema+json')
    expect(schema.body).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        region: { type: ['string', 'null'] },
        amount: { type: ['integer', 'null'] },
        __svc_row_id: { type: ['integer', 'null'] },
      },
      required: [],
      additionalProperties: false,
    })
    expect((await call('GET', `${table}/schema?format=xml`)).status).toBe(422)
  })
})
