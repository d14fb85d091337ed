import { randomUUID } from 'node:crypto'
import type { Model } from '../cluster/model.ts'
import type { Answer, Ask } from '../cluster/patient-client.ts'
import { type Done, OPERATIONS, type Operation } from '../cluster/work.ts'

/** They start a process that reads a file or makes a table, which takes as long as the machine has other things to do. */
const SLOW = new Set(['upload', 'upload as job', 'recompute', 'run transform'])
const SLOW_MS = 30_000

/** What people do all day, and what else stands on tables that migrations like to change. */
export const UPGRADE_OPERATIONS: readonly Operation[] = [
  ...OPERATIONS.map((operation) => (SLOW.has(operation.name) ? { ...operation, patienceMs: SLOW_MS } : operation)),
  { name: 'search', share: 4, run: search },
  { name: 'commit version', share: 2, run: commitVersion },
]

const unexpected = ({ status, body }: Answer) => `${status} ${JSON.stringify(body).slice(0, 300)}`

/** Every user sees both workbooks; their own tables must be among the results. */
async function search(ask: Ask, { workbookId }: Model): Promise<Done> {
  const answer = await ask({ method: 'GET', path: '/api/v1/search?q=race&limit=100' })
  const found: { workbook_id: string }[] = answer.status === 200 ? answer.body.results : []
  const isFound = found.some(({ workbook_id }) => workbook_id === workbookId)
  return isFound ? { answer } : { answer, fault: `nothing was found: ${unexpected(answer)}` }
}

async function commitVersion(ask: Ask, { at }: Model): Promise<Done> {
  const label = randomUUID()
  const answer = await ask({ method: 'POST', path: `${at}/versions`, body: { label }, key: randomUUID() })
  return answer.status === 201 ? { answer } : { answer, fault: unexpected(answer) }
}

/** How often something was written on one node and read on another, and answers that were not as they should be. */
export type Crossed = { crossed: number; faults: string[] }

/** What is read is judged with everything else that was seen: it must not be older than what was just written. */
export async function cross(writer: Ask, reader: Ask, models: readonly Model[], times: number): Promise<Crossed> {
  const steps = [{ ask: writer, name: 'edit' }, ...['read rows', 'query'].map((name) => ({ ask: reader, name }))]
  const found: Crossed = { crossed: 0, faults: [] }
  for (let n = 0; n < times; n++) {
    for (const model of models) {
      const one = { ...model, watchedTables: model.watchedTables.slice(n % model.watchedTables.length).slice(0, 1) }
      for (const { ask, name } of steps) {
        const { answer, fault } = await operationCalled(name).run(ask, one)
        if (fault) found.faults.push(`${name} across releases: ${fault}`)
        if (name === 'edit' && answer.status === 200) found.crossed += 1
      }
    }
  }
  return found
}

function operationCalled(name: string): Operation {
  const found = OPERATIONS.find((operation) => operation.name === name)
  if (!found) throw new Error(`impossible: no work is named ${name}`)
  return found
}
