import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** A third of what a process gets that does not give way, where both want a core. */
const NICENESS = 5

/** A process that nobody waits for by the millisecond leaves the cores to those who are waited for. What it starts does so too. */
export function giveWay(pid: number) {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // It has ended.
  }
}

/**
 * The same for the session it leads: a kernel that shares the cores out by sessions (`sched_autogroup_enabled`, outside
 * of containers and units) looks at nothing else.
 */
export function letSessionGiveWay(pid: number) {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS))
  } catch {
    // There are no such groups here, or it has ended.
  }
}
