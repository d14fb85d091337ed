import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { listTree, residentBytes } from '../../server/src/engine/sandbox/process-tree.ts'
import type { HostileWorld } from './hostile-world.ts'
import type { Neighbour } from './neighbour.ts'
import type { Shape } from './text-shapes.ts'

const MOST_SHAPE_MS = 4_000
const MOST_CALL_MS = 20_000

/** `worstMs`: the slowest but one in a hundred of the neighbour's calls while the shape was sent. */
export type Measured = {
  name: string
  /** The largest size that was served, and what was said to the first that was not. */
  served: number
  refusal: string
  worstMs: number
  rssMb: number
  faults: number
}

export async function measureShape(
  world: HostileWorld,
  { neighbour, pid }: { neighbour: Neighbour; pid: number },
  shape: Shape,
): Promise<Measured> {
  await neighbour.taken()
  let [peak, faults, served, refusal] = [0, 0, 0, '']
  const watch = setInterval(() => {
    peak = Math.max(peak, openMemoryMb(pid))
  }, 100)
  const began = performance.now()
  // What is refused goes on: what is larger may be refused at another place, later.
  for (let size = shape.from; size <= shape.most && performance.now() - began < MOST_SHAPE_MS; size *= 2) {
    const { status, text } = await Promise.race([shape.send(world, size).catch(lost), pause(MOST_CALL_MS, LATE)])
    if (status === 500) faults += 1
    if (status > 0 && status < 400) served = size
    else refusal ||= `${status} at ${size}: ${text.slice(0, MOST_OF_A_REFUSAL)}`
  }
  // The neighbour's call that began before the end counts too.
  await pause(150)
  clearInterval(watch)
  return { name: shape.name, served, refusal, worstMs: p99(await neighbour.taken()), rssMb: peak, faults }
}

const MOST_OF_A_REFUSAL = 300
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
