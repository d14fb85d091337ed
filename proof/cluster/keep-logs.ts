import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Cluster } from './start-cluster.ts'

/** KEEP_LOGS=<folder> keeps the logs, to find the cause of a failure. */
export async function keepLogs({ logFolder }: Cluster, folder = process.env.KEEP_LOGS) {
  if (!folder) return
  const isLog = (path: string) => path === logFolder || path.endsWith('.log')
  await cp(logFolder, join(folder, basename(logFolder)), { recursive: true, filter: isLog })
}
