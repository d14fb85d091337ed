import { readFileSync } from 'node:fs'
import { childrenOf } from '../../proof/lib/crash-processes.ts'

/** CPU seconds that a process and everything below it have taken, and the most memory that one of them had, in MB. */
export function costOf(root: number): { cpuSeconds: number; peakMb: number } {
  const own = { cpuSeconds: cpuSecondsOf(root), peakMb: peakMbOf(root) }
  return childrenOf(root)
    .map(costOf)
    .reduce(
      (sum, { cpuSeconds, peakMb }) => ({
        cpuSeconds: sum.cpuSeconds + cpuSeconds,
        peakMb: Math.max(sum.peakMb, peakMb),
      }),
      own,
    )
}

/** Per second, on every Linux there is. */
const TICKS = 100

/** Of itself, and of children that have ended. */
function cpuSecondsOf(pid: number): number {
  const [, after = ''] = read(`/proc/${pid}/stat`).split(/\) (?=[A-Z] )/)
  const ticks = after.split(' ').slice(11, 15)
  return ticks.reduce((sum, count) => sum + Number(count), 0) / TICKS
}

const peakMbOf = (pid: number) => Number(/^VmHWM:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

/** A process may end while it is looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
