import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { callAs } from '../../server/test/client.ts'

const PAUSE_MS = 25

// Safe: `startNeighbour` starts this thread.
const { url, token, at } = workerData as { url: string; token: string; at: string }
const call = callAs(url, token)
const ended: number[] = []
let began: number | null = null

const CALLS = [
  () => call('GET', '/api/v1/me'),
  () => call('GET', `${at}/tables/people/rows?limit=5`),
  () => call('POST', `${at}/tables/people/rows`, { rows: [{ name: 'Ann' }], expected_version: null }),
]

parentPort?.on('message', () => {
  // A call that still waits counts with what it has waited so far.
  const waiting = began === null ? [] : [performance.now() - began]
  parentPort?.postMessage([...ended.splice(0), ...waiting])
})

for (let n = 0; ; n++) {
  began = performance.now()
  const { status } = (await (CALLS[n % CALLS.length] ?? CALLS[0])?.()) ?? { status: 0 }
  ended.push(performance.now() - began)
  began = null
  if (status !== 200) throw new Error(`the neighbour was answered with ${status}`)
  await pause(PAUSE_MS)
}
