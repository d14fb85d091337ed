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
    rows: { api: 3.76, engines: 0, worker: 2.88, postgres: 2 },
    edit: { api: 7.48, engines: 0, worker: 3.01, postgres: 5.15 },
    query: { api: 6.41, engines: 7.31, worker: 1.03, postgres: 2.56 },
    profile: { api: 4.9, engines: 32.55, worker: 1.57, postgres: 2.35 },
    schema: { api: 5.68, engines: 7.91, worker: 0.58, postgres: 1.73 },
    ingest: { api: 25.38, engines: 2.31, worker: 407.69, postgres: 50 },
  },
  hotWorkbooksPerNode: 400,
  coldAnswerSeconds: 0.124,
  postgresBytesPerCall: 1_087,
  postgresBytesPerTable: 4_301,
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
