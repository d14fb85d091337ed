import type { Assumptions, Measured, Model, Prices } from './cost-model.ts'

const ASSUMED: Assumptions = {
  activeShare: 0.1,
  hotShareOfActive: 0.1,
  callsPerActiveWorkbookAndDay: 200,
  busiestHourShare: 0.15,
  workingDays: 22,
  tablesPerWorkbook: 10,
  objectMegabytesPerWorkbook: 20,
  answerKilobytes: 8,
  openingsPerDay: 3,
  ingestShare: 0.01,
  keptDays: 90,
  processorFill: 0.6,
  memoryFill: 0.8,
}

/** proof/RESULTS.md says where and when. */
const MEASURED: Measured = {
  cpuMsByKind: {
    rows: { api: 6.14, engines: 12.03, worker: 0.59, postgres: 2.29 },
    edit: { api: 14.15, engines: 4.04, worker: 5.96, postgres: 10.53 },
    query: { api: 6.89, engines: 16.49, worker: 1.08, postgres: 3.65 },
    profile: { api: 19.5, engines: 86.5, worker: 2.25, postgres: 6 },
    schema: { api: 4.41, engines: 18.09, worker: 0.66, postgres: 1.84 },
    ingest: { api: 100, engines: 1.67, worker: 1231.67, postgres: 80 },
  },
  hotWorkbooksPerNode: 400,
  coldAnswerSeconds: 0.124,
  postgresBytesPerCall: 1_352,
  postgresBytesPerTable: 5_571,
  objectsPerIngest: 3,
  editsPerSecondOfOneWorkbook: 140,
}

/** List prices of AWS in us-east-1 as of 2026-11, Linux on demand, from secondary sources: check them before you rely on them. */
const PRICES: Prices = {
  node: { name: 'r7g.large (2 vCPU, 16 GiB)', processors: 2, usdPerHour: 0.1071 },
  // 30 GB of EBS gp3 at 0.08.
  nodeDiskUsd: 2.4,
  // RDS, Multi-AZ: twice the price of one.
  postgres: [
    { name: 'db.r7g.large (2 vCPU)', processors: 2, usdPerHour: 0.478 },
    { name: 'db.r7g.xlarge (4 vCPU)', processors: 4, usdPerHour: 0.956 },
    { name: 'db.r7g.2xlarge (8 vCPU)', processors: 8, usdPerHour: 1.912 },
    { name: 'db.r7g.4xlarge (16 vCPU)', processors: 16, usdPerHour: 3.824 },
  ],
  postgresUsdPerGbMonth: 0.23,
  objectsUsdPerGbMonth: 0.023,
  usdPerPut: 0.000_005,
  usdPerGet: 0.000_000_4,
  usdPerGbOut: 0.09,
  balancerUsdPerHour: 0.0225,
  // A network balancer, whose unit of capacity is a gigabyte an hour.
  balancerUsdPerGb: 0.006,
  redisUsdPerHour: 0.0256,
}

export const MODEL: Model = { assumed: ASSUMED, measured: MEASURED, prices: PRICES }
