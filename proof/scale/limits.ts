import { cpuMsPerCall, demandOf, figure, type Model, type Prices, postgresGigabytes } from './cost-model.ts'

/** A part that can be had once, or only in one piece, and what it carries. */
export type Limit = { part: string; carries: string; from: string; workbooks: number; next: string }

/** AWS tells so of a partition of an S3 bucket. */
const PUTS_PER_SECOND = 3_500
/** RDS has no larger volume. */
const LARGEST_DISK_GB = 65_536

/** In the order in which they end, as more and more workbooks come. */
export function limitsOf(model: Model): Limit[] {
  const limits = [
    memoryOfNode(model),
    processorsOfNode(model),
    postgresProcessors(model),
    postgresDisk(model),
    puts(model),
  ]
  return limits.sort((a, b) => a.workbooks - b.workbooks)
}

const MILLION = 1e6

function memoryOfNode({ assumed, measured }: Model): Limit {
  const { hotWorkbooks } = demandOf(MILLION, assumed)
  const carried = measured.hotWorkbooksPerNode * assumed.memoryFill
  return {
    part: 'memory for engines, of a node with 16 GB',
    carries: `${measured.hotWorkbooksPerNode} hot workbooks, planned ${figure(carried)}`,
    from: '`density`',
    workbooks: (carried / hotWorkbooks) * MILLION,
    next: 'more nodes, and calls of a workbook sent to the same one; scale on `svc_engine_memory_bytes`',
  }
}

function processorsOfNode({ assumed, measured, prices }: Model): Limit {
  const { api, engines } = cpuMsPerCall(measured)
  return {
    part: `processors, of a node with ${prices.node.processors}`,
    ...callsCarried({ assumed, cpuMs: api + engines, processors: prices.node.processors }),
    next: 'more nodes; nothing is kept on them',
  }
}

function postgresProcessors({ assumed, measured, prices }: Model): Limit {
  const { processors } = largestOf(prices)
  return {
    part: `processors, of a PostgreSQL with ${processors}`,
    ...callsCarried({ assumed, cpuMs: cpuMsPerCall(measured).postgres, processors }),
    next: 'shards by workbook: every key leads with it. Search and lists can go to read replicas before',
  }
}

type Carried = { assumed: Model['assumed']; cpuMs: number; processors: number }

function callsCarried({ assumed, cpuMs, processors }: Carried) {
  const calls = (processors * assumed.processorFill * 1_000) / cpuMs
  return {
    carries: `${figure(calls)} calls a second at ${figure(assumed.processorFill * 100)} %`,
    from: '`load`',
    workbooks: (calls / demandOf(MILLION, assumed).callsPerSecond) * MILLION,
  }
}

function largestOf({ postgres }: Prices) {
  const largest = postgres.at(-1)
  if (!largest) throw new Error('there is no price of a PostgreSQL')
  return largest
}

function postgresDisk({ assumed, measured }: Model): Limit {
  const gigabytes = postgresGigabytes(demandOf(MILLION, assumed), assumed, measured)
  return {
    part: 'disk of a PostgreSQL',
    carries: `${LARGEST_DISK_GB.toLocaleString('en')} GB`,
    from: '`load`, and what the provider says',
    workbooks: (LARGEST_DISK_GB / gigabytes) * MILLION,
    next: 'a shorter history (`SVC_HISTORY_DAYS`), then shards',
  }
}

function puts({ assumed, measured }: Model): Limit {
  const { callsPerSecond } = demandOf(MILLION, assumed)
  const wanted = callsPerSecond * assumed.ingestShare * measured.objectsPerIngest
  return {
    part: 'puts into one partition of the object store',
    carries: `${PUTS_PER_SECOND.toLocaleString('en')} a second`,
    from: '`load`, and what the provider says',
    workbooks: (PUTS_PER_SECOND / wanted) * MILLION,
    next: 'names that begin with a hash of the workbook; nothing lists the store, so that they may change',
  }
}
