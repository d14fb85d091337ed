import { join } from 'node:path'
import { type Call, callAs } from '../../server/test/client.ts'
import { mintToken, newPerson } from '../../server/test/person.ts'
import { runService } from '../../server/test/start-service.ts'
import { startOwnNode } from '../lib/own-node.ts'

/** Engines that wait for a workbook. */
export const SPARES = 2

/** An api node in a process of its own, its engines in the sandbox. */
export type AttackedNode = { url: string; folder: string; close: () => Promise<void> }

export async function startAttackedNode(): Promise<AttackedNode> {
  const service = await runService({ apiNodes: 0 })
  const node = await startOwnNode(service, { SVC_SANDBOX: 'required', SVC_ENGINE_SPARES: String(SPARES) })
  return {
    url: node.url,
    folder: join(service.settings.cacheFolder, '..'),
    close: async () => {
      await node.close()
      await service.close()
    },
  }
}

/** A user with a workbook that holds the table `people`. */
export type Tenant = { call: Call; token: string; at: string; rowCount: number }

export async function newTenant(url: string, rowCount: number, note: string): Promise<Tenant> {
  const person = await newPerson(url)
  // Nothing that is judged here may be stopped by a rate.
  const token = await mintToken(person.call)
  const call = callAs(url, token)
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'People' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const columns = [
    { name: 'name' },
    { name: 'dept' },
    { name: 'amount', type: 'DECIMAL(10,2)' },
    { name: 'd', type: 'DATE' },
    { name: 'note' },
  ]
  await call('POST', `${at}/tables`, { name: 'people', columns })
  const rows = Array.from({ length: rowCount }, (_, n) => ({
    name: `name${n}`,
    dept: `dept${n % 7}`,
    amount: `${n}.50`,
    d: '2026-01-31',
    note,
  }))
  const { status } = await call('POST', `${at}/tables/people/rows`, { rows, expected_version: null })
  if (status !== 200) throw new Error(`the rows were answered with ${status}`)
  // Its engine is started before anything is measured.
  await call('GET', `${at}/tables/people/rows?limit=1`)
  return { call, token, at, rowCount }
}
