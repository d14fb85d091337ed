import { readFileSync } from 'node:fs'
import { childrenOf } from './crash-processes.ts'

/** What a process and all that it started have taken of the processor so far, as long as it runs. */
export function cpuSecondsOf(pid: number): number {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[^)]*$)/)
  // Fields 14 to 17 of proc(5): its own time and that of children it has waited for, in hundredths.
  const own = after.split(' ').slice(11, 15).map(Number)
  return (
    own.reduce((sum, ticks) => sum + ticks / 100, 0) +
    childrenOf(pid)
      .map(cpuSecondsOf)
      .reduce((a, b) => a + b, 0)
  )
}
