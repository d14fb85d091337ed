import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, startCluster } from '../proof/cluster/start-cluster.ts'
import { mintTokens } from '../proof/lib/race-tables.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { createClient } from '../sdk/src/bindery.ts'
import { newPerson } from '../server/test/person.ts'
import { manualLines, startBalancer } from './affinity/hashing-balancer.ts'

const NODES = 3
const WORKBOOKS = 24
/** Of every workbook, by as many clients at once as there are. */
const ROUNDS = 6
const AT_ONCE = 4
const DEAL_OUT = '  balance roundrobin\n  option httpchk GET /readyz\n'
/** Until HAProxy has missed a node that stands still. */
const MISSED_MS = 5_000

export const proof: Proof = {
  promise: 'Nodes add up: behind the balancer that the manual describes a hot workbook takes memory on one node alone',
  isQuick: false,
  minutes: 8,
  about: ['server/src/engine', 'server/src/main'],
  measure: (options) => countEngines(manualLines(), options),
  // In turn, which is the default of balancers.
  control: (options) => countEngines(DEAL_OUT, options),
  holds: ({ engines, engines_without_a_node, failed }) =>
    failed === 0 && engines === WORKBOOKS && engines_without_a_node === WORKBOOKS,
}

async function countEngines(lines: string, { say }: ProofOptions): Promise<Figures> {
  const cluster = await startCluster({ apiNodes: NODES, workers: 0 })
  try {
    const balancer = await startBalancer(cluster.logFolder, cluster.nodeUrls, lines)
    try {
      const workbooks = await makeWorkbooks(cluster.url)
      let failed = await askAll(balancer.url, workbooks)
      const engines = await Promise.all(cluster.metricsUrls.map(enginesOf))
      say(`engines by node: ${engines.join(', ')}`)
      const [, ...left] = cluster.metricsUrls
      const withoutOne = await standingStill(cluster, async () => {
        failed += await askAll(balancer.url, workbooks)
        return Promise.all(left.map(enginesOf))
      })
      say(`without the first: ${withoutOne.join(', ')}`)
      return {
        workbooks: WORKBOOKS,
        nodes: NODES,
        engines: sum(engines),
        engines_without_a_node: sum(withoutOne),
        failed,
      }
    } finally {
      await balancer.close()
    }
  } finally {
    await cluster.close()
  }
}

const sum = (counts: readonly number[]) => counts.reduce((all, n) => all + n, 0)

type Made = { workbookId: string; token: string }

async function makeWorkbooks(url: string): Promise<Made[]> {
  const tokens = await mintTokens((await newPerson(url)).call)
  const made: Made[] = []
  for (let n = 0; n < WORKBOOKS; n++) {
    const token = tokens[n % tokens.length] ?? ''
    const { api } = createClient({ url, token })
    const { workbook_id: workbookId } = await api.createWorkbook({ body: { title: 'Hot' } })
    await api.createTable({ workbook_id: workbookId, body: { name: 't', columns: [{ name: 'v', type: 'BIGINT' }] } })
    const rows = [{ v: n }]
    await api.writeTableRows({ workbook_id: workbookId, name: 't', body: { rows, expected_version: 1 } })
    made.push({ workbookId, token })
  }
  return made
}

/** Calls that were not rightly answered. */
async function askAll(url: string, workbooks: readonly Made[]): Promise<number> {
  let failed = 0
  const due = Array.from({ length: ROUNDS }, () => [...workbooks.entries()]).flat()
  const work = async () => {
    for (let next = due.shift(); next; next = due.shift()) {
      const [n, { workbookId, token }] = next
      const { api } = createClient({ url, token })
      const page = await api.readTableRows({ workbook_id: workbookId, name: 't' }).catch(() => undefined)
      if (page?.rows[0]?.v !== n) failed += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return failed
}

/** Processes that hold a workbook, as the node itself counts them. */
async function enginesOf(metricsUrl: string): Promise<number> {
  const figures = await (await fetch(metricsUrl)).text()
  return sum([...figures.matchAll(/^svc_engines(?:\{[^}]*\})? (\d+)/gm)].map(([, count]) => Number(count)))
}

/** While the first node does nothing. */
async function standingStill<T>({ members }: Cluster, work: () => Promise<T>): Promise<T> {
  const [first] = members
  first?.node.pause()
  await pause(MISSED_MS)
  return work().finally(() => first?.node.wake())
}
