import { setTimeout as sleep } from 'node:timers/promises'
import type { Called } from '../../server/test/client.ts'
import type { Tenant } from './attacked-node.ts'

/** What light questions of others took while the attacks went on. */
export type LightLoad = {
  /** Answered by the node alone, from an engine's rows, and by SQL. */
  spent: { node: number[]; rows: number[]; sql: number[] }
  failed: string[]
}

const PAUSE_MS = 200

/** Tenants who read a little, again and again. */
export function startLightLoad(tenants: readonly Tenant[]): { stop: () => Promise<LightLoad> } {
  const load: LightLoad = { spent: { node: [], rows: [], sql: [] }, failed: [] }
  let isOver = false
  const loops = tenants.map(async (tenant) => {
    while (!isOver) {
      for (const kind of ['node', 'rows', 'sql'] as const) {
        const began = performance.now()
        const answered = await ask(tenant, kind).catch((error: unknown) => String(error))
        load.spent[kind].push(performance.now() - began)
        if (answered !== undefined) load.failed.push(`${kind}: ${answered}`)
        await sleep(PAUSE_MS)
      }
    }
  })
  const stop = async () => {
    isOver = true
    await Promise.all(loops)
    return load
  }
  return { stop }
}

/** What is wrong with the answer. */
async function ask({ call, at, rowCount }: Tenant, kind: keyof LightLoad['spent']): Promise<string | undefined> {
  const describe = ({ status, body }: Called) => `${status} ${JSON.stringify(body).slice(0, 300)}`
  if (kind === 'node') {
    const answer = await call('GET', '/api/v1/me')
    return answer.status === 200 ? undefined : describe(answer)
  }
  if (kind === 'rows') {
    const answer = await call('GET', `${at}/tables/people/rows?limit=5`)
    return answer.status === 200 && answer.body.rows.length === 5 ? undefined : describe(answer)
  }
  const answer = await call('POST', `${at}/query`, { sql: 'SELECT count(*) AS n FROM people' })
  return answer.status === 200 && answer.body.rows[0].n === rowCount ? undefined : describe(answer)
}
