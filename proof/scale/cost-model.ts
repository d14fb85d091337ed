import { KINDS, type Kind, SHARES } from '../load/mix.ts'
import type { Spent } from '../load/watch.ts'

/** What a service costs a month: assumptions about its users, figures that proofs have measured, and a provider's list prices. */

/** What is not measured, because it is other people's doing. */
export type Assumptions = {
  /** Of all workbooks, asked at all on a working day. */
  activeShare: number
  /** Of those, asked within the same few minutes at the busiest moment: these have an engine. */
  hotShareOfActive: number
  callsPerActiveWorkbookAndDay: number
  busiestHourShare: number
  workingDays: number
  tablesPerWorkbook: number
  /** Files as they were sent, segments of every version that is kept. */
  objectMegabytesPerWorkbook: number
  answerKilobytes: number
  /** Of an active workbook, a day, each of which fetches every table that the node has no copy of. */
  openingsPerDay: number
  /** Of the calls. */
  ingestShare: number
  keptDays: number
  /** Processors are planned to be busy so far at the busiest hour. */
  processorFill: number
  /** Memory for engines is planned to be full so far: hashing spreads workbooks unevenly, and nodes die. */
  memoryFill: number
}

/** From proof/RESULTS.md. */
export type Measured = {
  /** CPU milliseconds of each part for a call of each kind (`load`). */
  cpuMsByKind: Readonly<Record<Kind, Spent>>
  /** In 16 GB (`density`). */
  hotWorkbooksPerNode: number
  /** p95 of the first answer of a workbook that has no engine, in seconds (`density`). */
  coldAnswerSeconds: number
  /** By which PostgreSQL grows for a call of the mix, indexes included (`load`). */
  postgresBytesPerCall: number
  postgresBytesPerTable: number
  /** Put into the store for a file that is taken (`load`). */
  objectsPerIngest: number
  /** To one workbook, by sixteen writers at once, on two cores (`edit-cost`). */
  editsPerSecondOfOneWorkbook: number
}

export type Instance = { name: string; processors: number; usdPerHour: number }

export type Prices = {
  node: Instance
  nodeDiskUsd: number
  /** With a standby in another zone, smallest first. */
  postgres: readonly Instance[]
  postgresUsdPerGbMonth: number
  objectsUsdPerGbMonth: number
  usdPerPut: number
  usdPerGet: number
  usdPerGbOut: number
  balancerUsdPerHour: number
  balancerUsdPerGb: number
  redisUsdPerHour: number
}

export type Demand = {
  workbooks: number
  hotWorkbooks: number
  callsPerMonth: number
  callsPerSecond: number
}

export type Line = { part: string; amount: string; why: string; usd: number }

const HOURS = 730
const GB = 1e9

export function demandOf(workbooks: number, assumed: Assumptions): Demand {
  const active = workbooks * assumed.activeShare
  const callsPerDay = active * assumed.callsPerActiveWorkbookAndDay
  return {
    workbooks,
    hotWorkbooks: active * assumed.hotShareOfActive,
    callsPerMonth: callsPerDay * assumed.workingDays,
    callsPerSecond: (callsPerDay * assumed.busiestHourShare) / 3_600,
  }
}

/** Of a call of the mix. */
export function cpuMsPerCall({ cpuMsByKind }: Measured): Spent {
  const spent = { api: 0, engines: 0, worker: 0, postgres: 0 }
  for (const kind of KINDS) for (const part of PARTS) spent[part] += (cpuMsByKind[kind][part] * SHARES[kind]) / 100
  return spent
}

export const PARTS = ['api', 'engines', 'worker', 'postgres'] as const

/** Processors that are busy at the busiest hour, by CPU milliseconds of a call. */
const processorsFor = ({ callsPerSecond }: Demand, cpuMs: number, { processorFill }: Assumptions) =>
  (callsPerSecond * cpuMs) / 1_000 / processorFill

export type Nodes = { api: number; worker: number; byMemory: number; byProcessors: number }

/** One more than are needed, for one that dies; never less than two. */
export function nodesFor(demand: Demand, assumed: Assumptions, measured: Measured, { node }: Prices): Nodes {
  const { api, engines, worker } = cpuMsPerCall(measured)
  const byMemory = demand.hotWorkbooks / (measured.hotWorkbooksPerNode * assumed.memoryFill)
  const byProcessors = processorsFor(demand, api + engines, assumed) / node.processors
  return {
    api: Math.max(2, Math.ceil(Math.max(byMemory, byProcessors)) + 1),
    worker: Math.max(2, Math.ceil(processorsFor(demand, worker, assumed) / node.processors) + 1),
    byMemory,
    byProcessors,
  }
}

/** The smallest that has the processors; beyond the largest, several of these, each with its share of the workbooks. */
export function postgresFor(processors: number, { postgres }: Prices): { instance: Instance; shards: number } {
  const largest = postgres.at(-1)
  if (!largest) throw new Error('there is no price of a PostgreSQL')
  const instance = postgres.find((one) => one.processors >= processors) ?? largest
  return { instance, shards: Math.ceil(processors / instance.processors) || 1 }
}

export function postgresGigabytes({ workbooks, callsPerMonth }: Demand, assumed: Assumptions, measured: Measured) {
  const tables = workbooks * assumed.tablesPerWorkbook * measured.postgresBytesPerTable
  const calls = callsPerMonth * (assumed.keptDays / 30) * measured.postgresBytesPerCall
  return (tables + calls) / GB
}

export type Model = { assumed: Assumptions; measured: Measured; prices: Prices }

/** What so many workbooks cost a month, part by part. */
export function costOf(workbooks: number, { assumed, measured, prices }: Model): Line[] {
  const demand = demandOf(workbooks, assumed)
  return [
    ...nodeLines(demand, { assumed, measured, prices }),
    ...postgresLines(demand, { assumed, measured, prices }),
    ...objectLines(demand, { assumed, measured, prices }),
    ...wayLines(demand, { assumed, measured, prices }),
  ]
}

function nodeLines(demand: Demand, { assumed, measured, prices }: Model): Line[] {
  const { api, worker, byMemory, byProcessors } = nodesFor(demand, assumed, measured, prices)
  const { node, nodeDiskUsd } = prices
  const usd = (nodes: number) => nodes * (node.usdPerHour * HOURS + nodeDiskUsd)
  const why = `memory of engines wants ${figure(byMemory)}, processors ${figure(byProcessors)}; and one that may die`
  return [
    { part: 'api nodes', amount: `${api} × ${node.name}`, why, usd: usd(api) },
    { part: 'workers', amount: `${worker} × ${node.name}`, why: 'ingest, checkpoints, webhooks', usd: usd(worker) },
  ]
}

function postgresLines(demand: Demand, { assumed, measured, prices }: Model): Line[] {
  const processors = processorsFor(demand, cpuMsPerCall(measured).postgres, assumed)
  const { instance, shards } = postgresFor(processors, prices)
  const gigabytes = postgresGigabytes(demand, assumed, measured)
  const why = `${figure(processors)} processors at the busiest hour`
  return [
    {
      part: 'PostgreSQL, with a standby',
      amount: `${shards} × ${instance.name}`,
      why,
      usd: shards * instance.usdPerHour * HOURS,
    },
    {
      part: 'its disk',
      amount: `${Math.ceil(gigabytes).toLocaleString('en')} GB`,
      why: 'catalog, edits, results, audit log',
      usd: gigabytes * prices.postgresUsdPerGbMonth,
    },
  ]
}

function objectLines(demand: Demand, { assumed, measured, prices }: Model): Line[] {
  const gigabytes = (demand.workbooks * assumed.objectMegabytesPerWorkbook) / 1_000
  const puts = demand.callsPerMonth * assumed.ingestShare * measured.objectsPerIngest
  const openings = demand.workbooks * assumed.activeShare * assumed.openingsPerDay * assumed.workingDays
  const gets = openings * assumed.tablesPerWorkbook
  return [
    {
      part: 'objects',
      amount: `${Math.ceil(gigabytes).toLocaleString('en')} GB`,
      why: 'files and segments',
      usd: gigabytes * prices.objectsUsdPerGbMonth,
    },
    {
      part: 'their requests',
      amount: `${figure(puts / 1e6)} M puts, ${figure(gets / 1e6)} M gets`,
      why: 'files that come in, workbooks that are opened',
      usd: puts * prices.usdPerPut + gets * prices.usdPerGet,
    },
  ]
}

function wayLines(demand: Demand, { assumed, prices }: Model): Line[] {
  const gigabytes = (demand.callsPerMonth * assumed.answerKilobytes * 1_000) / GB
  const amount = `${Math.ceil(gigabytes).toLocaleString('en')} GB`
  return [
    { part: 'answers', amount, why: 'out to the internet', usd: gigabytes * prices.usdPerGbOut },
    {
      part: 'balancer',
      amount: '1',
      why: 'and what passes through it',
      usd: prices.balancerUsdPerHour * HOURS + gigabytes * prices.balancerUsdPerGb,
    },
    { part: 'Redis', amount: '2', why: 'limits that nodes share', usd: 2 * prices.redisUsdPerHour * HOURS },
  ]
}

export const totalOf = (lines: readonly Line[]) => lines.reduce((sum, { usd }) => sum + usd, 0)

/** To two digits, or to a whole number where it is large. */
export const figure = (value: number) =>
  value >= 10 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 100) / 100)
