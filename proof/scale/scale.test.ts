import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { costOf, cpuMsPerCall, demandOf, nodesFor, postgresFor, totalOf } from './cost-model.ts'
import { MODEL } from './inputs.ts'
import { limitsOf } from './limits.ts'
import { byRemainder, byRendezvous, simulateSpread } from './placement.ts'
import { scaleTables } from './scale-tables.ts'
import { SCALE_PAGES, withTables } from './write-scale.ts'

const { assumed, measured, prices } = MODEL
const MILLION = 1_000_000

test.each(SCALE_PAGES)('%s shows what the cost model says, with every table of it', (file) => {
  const page = readFileSync(file, 'utf8')

  expect(page).toBe(withTables(page))
  for (const name of Object.keys(scaleTables(MODEL))) expect(page).toContain(`<!-- table:${name} -->`)
})

test('there is memory for every workbook that is hot, and processors for every call, with one node dead', () => {
  const demand = demandOf(MILLION, assumed)

  const { api } = nodesFor(demand, assumed, measured, prices)

  const { api: ofNode, engines } = cpuMsPerCall(measured)
  const busy = (demand.callsPerSecond * (ofNode + engines)) / 1_000
  expect((api - 1) * measured.hotWorkbooksPerNode).toBeGreaterThanOrEqual(demand.hotWorkbooks)
  expect((api - 1) * prices.node.processors).toBeGreaterThanOrEqual(busy)
})

test('on the nodes that are paid for no node has more hot workbooks than it has memory for, even when one has died', () => {
  const demand = demandOf(MILLION, assumed)
  const { api } = nodesFor(demand, assumed, measured, prices)

  const { fullest, fullestAfterDeath } = simulateSpread(demand.hotWorkbooks, api, byRendezvous)

  expect(fullest).toBeLessThanOrEqual(measured.hotWorkbooksPerNode)
  expect(fullestAfterDeath).toBeLessThanOrEqual(measured.hotWorkbooksPerNode)
})

test('a node that dies takes its own workbooks with it and moves no other, unlike a remainder', () => {
  const [rendezvous, remainder] = [byRendezvous, byRemainder].map((placement) => simulateSpread(2_000, 10, placement))

  expect(rendezvous?.movedByDeath).toBeCloseTo(0.1, 1)
  expect(rendezvous?.movedByArrival).toBeCloseTo(1 / 11, 1)
  expect(remainder?.movedByDeath).toBeGreaterThan(0.8)
})

test('what the largest PostgreSQL cannot do several do, each for its share of the workbooks', () => {
  const largest = prices.postgres.at(-1)

  expect(postgresFor(3, prices)).toMatchObject({ instance: prices.postgres[1], shards: 1 })
  expect(postgresFor(40, prices)).toEqual({ instance: largest, shards: 3 })
})

test('a hundred times as many workbooks cost more, and each of them less', () => {
  const [few, many] = [10_000, MILLION].map((workbooks) => totalOf(costOf(workbooks, MODEL)))

  expect(many).toBeGreaterThan(few ?? 0)
  expect((many ?? 0) / MILLION).toBeLessThan((few ?? 0) / 10_000)
})

test('limits are listed in the order in which they are met, each with what to do then', () => {
  const limits = limitsOf(MODEL)

  expect(limits.map(({ workbooks }) => workbooks)).toEqual(
    limits.map(({ workbooks }) => workbooks).toSorted((a, b) => a - b),
  )
  expect(limits.every(({ next }) => next.length > 0)).toBe(true)
})
