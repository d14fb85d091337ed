import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { listTree, residentBytes } from '../../server/src/tabular/sandbox/process-tree.ts'
import type { HostileWorld } from './hostile-world.ts'
import type { Neighbour } from './neighbour.ts'
import type { Shape } from './text-shapes.ts'

const MOST_SHAPE_MS = 4_000
const MOST_CALL_MS = 20_000

/** `worstMs`: the slowest but one in a hundred of the neighbour's calls while the shape was sent. */
export type Measured = { name: string; size: number; status: number; worstMs: number; rssMb: number; faults: number }

export async function measureShape(
  world: HostileWorld,
  { neighbour, pid }: { neighbour: Neighbour; pid: number },
  shape: Shape,
): Promise<Measured> {
  await neighbour.taken()
  let [peak, faults, status, size] = [0, 0, 0, shape.from]
  const watch = setInterval(() => {
    peak = Math.max(peak, openMemoryMb(pid))
  }, 100)
  const began = performance.now()
  for (; size <= shape.most && performance.now() - began < MOST_SHAPE_MS; size *= 2) {
    const answer = await Promise.race([shape.send(world, size).catch(lost), pause(MOST_CALL_MS, LATE)])
    status = answer.status
    if (status === 500) faults += 1
    if (status >= 400) break
  }
  // The neighbour's call that began before the end counts too.
  await pause(150)
  clearInterval(watch)
  return { name: shape.name, size, status, worstMs: p99(await neighbour.taken()), rssMb: peak, faults }
}

const LATE = { status: 0, text: 'no answer in time' }

/** A connection that is cut in the middle of a body is how HTTP refuses one that is too long. */
const lost = (error: unknown) => ({
  status: /EPIPE|ECONNRESET|socket|terminated/i.test(causeOf(error)) ? 413 : 500,
  text: '',
})

const causeOf = (error: unknown) => (error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error))

export function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
}

/** Resident memory of a service and its children outside memory groups of their own. */
export function openMemoryMb(pid: number): number {
  const own = groupOf(pid)
  return Math.round(residentBytes(listTree(pid).filter((each) => groupOf(each) === own)) / 1024 / 1024)
}

function groupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cgroup`, 'utf8')
  } catch {
    return ''
  }
}
