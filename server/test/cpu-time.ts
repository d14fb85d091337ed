import { readFileSync } from 'node:fs'

/** The processor time of this thread since then, in milliseconds: unlike the clock, it stays the same beside other work. */
export function startCpuClock(): () => number {
  const began = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(began)
    return (user + system) / 1_000
  }
}

const TICKS_PER_SECOND = 100

/** The processor time of all children of this process that have ended, in milliseconds, in steps of ten. */
export function cpuOfEndedChildrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return ((Number(fields[13]) + Number(fields[14])) * 1_000) / TICKS_PER_SECOND
}
