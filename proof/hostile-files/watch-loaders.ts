import { readdirSync, readFileSync } from 'node:fs'

const INTERVAL_MS = 50
const PROGRAM = 'loader-process'

/** The most memory that any loader of this machine held meanwhile, in megabytes. */
export function watchLoaders(): { stop: () => number } {
  let most = 0
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc')) if (/^\d+$/.test(pid)) most = Math.max(most, residentMb(pid))
  }, INTERVAL_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

/** Of other programs nothing, and of one that ends while we look. */
function residentMb(pid: string): number {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(PROGRAM)) return 0
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
