import type { HostileFile } from './files.ts'
import { seededRandom } from './random.ts'

/** Copies of a good file with some bits turned over, each another. */
export function* damagedCopies(good: Buffer, count: number, right: readonly number[]): Generator<HostileFile> {
  const random = seededRandom(1)
  for (let n = 0; n < count; n++) {
    const bytes = damage(good, random)
    yield { name: `damaged ${n}`, filename: 'damaged.xlsx', right, bytes: () => bytes }
  }
}

/** One to four bits turned over, and now and then the end cut off. */
export function damage(good: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(good)
  for (let bits = 1 + Math.floor(random() * 4); bits > 0; bits--) {
    const at = Math.floor(random() * bytes.length)
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at)
  }
  return random() < 0.05 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
}
