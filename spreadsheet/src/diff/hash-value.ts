import { randomInt } from 'node:crypto'
import type { ShownValue } from './shown-cells.ts'

/**
 * Values are compared by hashes of 52 bits: of a sheet with a million cells nothing but its hashes is kept. They differ
 * from process to process, so that a sender cannot make two values that collide.
 */
const SEEDS = [randomInt(2 ** 32) | 0, randomInt(2 ** 32) | 0] as const

const double = new Float64Array(1)
const halves = new Int32Array(double.buffer)

/** Odd for texts, even for everything else: a search for labels can distinguish them. */
export function hashOfValue(value: ShownValue): number {
  if (typeof value === 'string') return hashOfText(value) * 2 + 1
  if (typeof value === 'boolean') return hashOfPair(value ? 1 : 2, 0x5eed) * 2
  // Zero has one face only.
  double[0] = value === 0 ? 0 : value
  return hashOfPair(halves[0] ?? 0, halves[1] ?? 0) * 2
}

function hashOfText(text: string): number {
  let a: number = SEEDS[0]
  let b: number = SEEDS[1] ^ text.length
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n)
    a = Math.imul(a ^ code, 0x9e3779b1)
    b = Math.imul((b << 13) | (b >>> 19), 0x85ebca6b) + code
  }
  return joined(a, b)
}

/** Of two numbers of 32 bits. */
function hashOfPair(first: number, second: number): number {
  return joined(Math.imul(SEEDS[0] ^ first, 0x9e3779b1) ^ second, Math.imul(SEEDS[1] ^ second, 0x85ebca6b) + first)
}

/** One hash for all that came before and this one, in this order. */
export function mixHashes(before: number, hash: number, place: number): number {
  const low = Math.imul((before | 0) ^ (hash | 0), 0x9e3779b1) + place
  const high =
    Math.imul(((before / 2 ** 32) | 0) ^ ((hash / 2 ** 32) | 0), 0x85ebca6b) ^ Math.imul(place + 1, 0xc2b2ae35)
  return joined(low ^ (high >>> 7), high + Math.imul(low, 0x27d4eb2f))
}

/** Every bit of both decides about every bit of the outcome, a whole number below 2^52. */
function joined(a: number, b: number): number {
  const first = scrambled(a ^ Math.imul(b, 0xc2b2ae35))
  const second = scrambled(b ^ Math.imul(first, 0x27d4eb2f))
  return (first & 0xfffff) * 2 ** 32 + (second >>> 0)
}

function scrambled(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
