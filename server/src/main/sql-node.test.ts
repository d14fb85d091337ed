import { expect, test } from 'vitest'
import { newSales } from '../../test/new-sales.ts'
import { connectPg } from '../../test/pg-clients.ts'
import { startService } from '../../test/service.ts'
import { createNodeMetrics } from '../platform/metrics.ts'
import { ConfigError } from './config/environment-reader.ts'
import { startSqlNode } from './sql-node.ts'

const service = startService()
const PG = {
  host: '127.0.0.1',
  port: 0,
  tls: null,
  connections: 10,
  connectionsPerCredential: 10,
  messageBytes: 2 ** 26,
}

test('a node of its own answers clients of PostgreSQL, sees edits made elsewhere, and ends them when it stops', async () => {
  const { at, owner, write } = await newSales(service)
  const node = await startSqlNode({ ...service.running.settings, pg: PG, logLevel: 'fatal' }, createNodeMetrics())
  const place = {
    port: node.pgPort,
    database: at.split('/').at(-1) ?? '',
    password: await service.newToken(owner),
  }
  const client = await connectPg(place)
  const count = async () => (await client.query('SELECT count(*)::INTEGER AS n FROM sales')).rows

  expect(await count()).toEqual([{ n: 3 }])
  await write({ rows: [{ region: 'north' }] })
  expect(await count()).toEqual([{ n: 4 }])
  await node.close()

  await expect(count()).rejects.toThrow()
  await expect(connectPg(place)).rejects.toThrow('ECONNREFUSED')
})

test('such a node without a port says which setting it lacks', async () => {
  await expect(startSqlNode({ ...service.running.settings, pg: null }, createNodeMetrics())).rejects.toThrow(
    ConfigError,
  )
})
