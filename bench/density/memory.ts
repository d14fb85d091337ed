import { readFileSync } from 'node:fs'

export const MEGABYTE = 1024 ** 2
export const GIGABYTE = 1024 ** 3
/** The proof stops before the machine is in need. */
export const LEAST_AVAILABLE_BYTES = 3 * GIGABYTE

export function availableBytes(): number {
  return Number(/^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024
}
