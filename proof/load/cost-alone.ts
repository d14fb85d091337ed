import { setTimeout as pause } from 'node:timers/promises'
import { rounded } from '../lib/figures.ts'
import type { Clients } from './clients.ts'
import { bytesPerTable, readFootprint } from './footprint.ts'
import type { SeededTable } from './known-table.ts'
import { KINDS, type Kind } from './mix.ts'
import type { OneNode } from './one-node.ts'
import { cpuMsPerCall, readSpent, type Spent, spentSince } from './watch.ts'

const SPELL_MS = 5_000
/** Much less than a node can do. */
const PER_SECOND: Readonly<Record<Kind, number>> = { rows: 30, edit: 20, query: 15, profile: 10, schema: 30, ingest: 2 }

/** What a call of each kind takes of each part in CPU milliseconds, when there is no other; and what files and tables leave behind. */
export async function costAlone(
  node: OneNode,
  clients: Clients,
  tables: readonly SeededTable[],
  say: (line: string) => void,
) {
  const costs: Partial<Record<Kind, Spent>> = {}
  let objectsPerFile = Number.NaN
  for (const kind of KINDS) {
    const [before, kept] = [readSpent(node.parts), await readFootprint(node)]
    const { all } = await clients.drive({ perSecond: PER_SECOND[kind], ms: SPELL_MS, only: kind })
    costs[kind] = cpuMsPerCall(spentSince(before, readSpent(node.parts)), all.tookMs.length)
    say(`${kind} alone, CPU ms a call: ${JSON.stringify(costs[kind])} ${JSON.stringify(all.errors)}`)
    const { objects } = await readFootprint(node)
    if (kind === 'ingest') objectsPerFile = rounded((objects - kept.objects) / all.tookMs.length)
  }
  const idle = await coresWhenIdle(node)
  const [table] = tables
  return {
    idle_cores: idle,
    cpu_ms_alone: costs,
    objects_per_file: objectsPerFile,
    postgres_bytes_per_table: table ? await bytesPerTable(node, table) : null,
  }
}

/** What all parts take without requests, while every workbook is hot. */
async function coresWhenIdle({ parts }: OneNode): Promise<Spent> {
  const before = readSpent(parts)
  await pause(SPELL_MS)
  return cpuMsPerCall(spentSince(before, readSpent(parts)), SPELL_MS)
}
