import { Type } from 'typebox'
import type { Platform } from '../../platform/context.ts'
import { pingDatabase } from '../../platform/database/durability.store.ts'
import { countMissingMigrations } from '../../platform/database/migrations.ts'
import { Answer, endpoint } from '../../platform/http/endpoint.ts'

const Check = Type.Object({ name: Type.String(), ok: Type.Boolean(), detail: Type.Optional(Type.String()) })

/** Is this node alive, and is it ready for traffic? */
export const healthEndpoints = [
  endpoint({
    method: 'GET',
    path: '/healthz',
    operation: 'health',
    summary: 'The process is alive',
    scope: 'none',
    status: 200,
    response: Type.Object({ status: Type.Literal('ok') }),
    handle: async () => ({ status: 'ok' }),
  }),
  endpoint({
    method: 'GET',
    path: '/readyz',
    operation: 'readiness',
    summary: 'The node can serve requests',
    scope: 'none',
    status: 200,
    alsoStatus: [503],
    response: Type.Object({ status: Type.String(), checks: Type.Array(Check) }),
    handle: async ({ ctx }) => {
      const checks = await runChecks(ctx)
      const isReady = checks.every(({ ok }) => ok)
      return new Answer(isReady ? 200 : 503, { status: isReady ? 'ready' : 'not_ready', checks })
    },
  }),
]

function runChecks({ db, blobs, reader }: Platform) {
  return Promise.all([
    check('database', () => pingDatabase(db)),
    check('migrations', async () => {
      const missing = await countMissingMigrations(db)
      if (missing > 0) throw new Error(`${missing} migrations are missing; run: bindery migrate`)
    }),
    check('object store', () => blobs.check()),
    check('engines', () => reader.check()),
  ])
}

async function check(name: string, probe: () => Promise<void>) {
  try {
    await probe()
    return { name, ok: true }
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message.slice(0, 200) : 'failed' }
  }
}
