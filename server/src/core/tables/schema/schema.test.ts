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

describe('rules stand in the schema', () => {
  const RULES = [
    { kind: 'required', column: 'region' },
    { kind: 'one_of', column: 'region', values: ['east', 'west'] },
    { kind: 'range', column: 'amount', min: 0 },
    { kind: 'unique', columns: ['region', 'amount'] },
    { kind: 'row', name: 'small', expression: 'amount < 1000' },
  ]

  test('as JSON Schema, with what it has no words for beside it', async () => {
    const { call, table } = await newTable([])
    await call('PUT', `${table}/rules`, { expected_version: 0, rules: RULES })

    const { body } = await call('GET', `${table}/schema?format=json-schema`)

    expect(body.required).toEqual(['region'])
    expect(body.properties.region).toEqual({ type: ['string'], enum: ['east', 'west', null] })
    expect(body.properties.amount).toMatchObject({ minimum: 0, maximum: 2 ** 31 - 1 })
    expect(body['x-rules']).toMatchObject([{ kind: 'unique' }, { kind: 'row', expression: 'amount < 1000' }])
  })

  test('as a Table Schema of Frictionless Data', async () => {
    const { call, table } = await newTable([])
    await call('PUT', `${table}/rules`, { expected_version: 0, rules: RULES })

    const { body } = await call('GET', `${table}/schema?format=frictionless`)

    expect(body).toMatchObject({
      fields: [
        { name: 'region', type: 'string', constraints: { required: true, enum: ['east', 'west'] } },
        { name: 'amount', type: 'integer', constraints: { minimum: 0 } },
      ],
      uniqueKeys: [['region', 'amount']],
    })
  })
})
