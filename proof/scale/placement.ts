/** Which node a workbook goes to first. Any node can serve it; one that serves it always has it warm. */
type Placement = (workbook: number, nodes: readonly number[]) => number | undefined

/** The node that scores highest with it: who comes or goes moves only what it takes or leaves. */
export const byRendezvous: Placement = (workbook, nodes) => {
  let best: { node: number; score: number } | undefined
  for (const node of nodes) {
    const score = scrambled(scrambled(node) ^ workbook)
    if (!best || score > best.score) best = { node, score }
  }
  return best?.node
}

/** What a plain remainder does, to compare with. */
export const byRemainder: Placement = (workbook, nodes) => nodes[scrambled(workbook) % nodes.length]

/** Every bit of a number goes into every bit of what comes out, as a hash of its name would; 32 bits, as murmur3 ends. */
function scrambled(value: number): number {
  let bits = value + 0x9e3779b9
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

export type Spread = {
  nodes: number
  mean: number
  /** Hot workbooks of the fullest node. */
  fullest: number
  /** When one node dies: the share of workbooks that become cold, and the fullest that is left. */
  movedByDeath: number
  fullestAfterDeath: number
  /** When one comes: the share that moves to it. */
  movedByArrival: number
}

/** Hot workbooks on so many nodes, before and after one dies, and after one comes. */
export function simulateSpread(hotWorkbooks: number, nodeCount: number, placement: Placement): Spread {
  const nodes = Array.from({ length: nodeCount }, (_, n) => n)
  const workbooks = Array.from({ length: hotWorkbooks }, (_, n) => n)
  const placed = (on: readonly number[]) => workbooks.map((workbook) => placement(workbook, on))
  const before = placed(nodes)
  const afterDeath = placed(nodes.slice(1))
  const afterArrival = placed([...nodes, nodeCount])
  return {
    nodes: nodeCount,
    mean: hotWorkbooks / nodeCount,
    fullest: fullestOf(before),
    movedByDeath: movedShare(before, afterDeath),
    fullestAfterDeath: fullestOf(afterDeath),
    movedByArrival: movedShare(before, afterArrival),
  }
}

function fullestOf(placed: readonly (number | undefined)[]): number {
  const counts = new Map<number | undefined, number>()
  for (const node of placed) counts.set(node, (counts.get(node) ?? 0) + 1)
  return Math.max(...counts.values())
}

const movedShare = (before: readonly unknown[], after: readonly unknown[]) =>
  before.filter((node, n) => node !== after[n]).length / before.length
