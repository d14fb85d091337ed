import { Worker } from 'node:worker_threads'

/** What the calls of a tenant took who works on the node and has no part in what others send. */
export type Neighbour = {
  /** Milliseconds of every call that ended since this was last asked. */
  taken: () => Promise<number[]>
  close: () => Promise<unknown>
}

/** In a thread of its own: bodies that the attackers write would delay its clock. */
export function startNeighbour(settings: { url: string; token: string; at: string }): Neighbour {
  const worker = new Worker(new URL('neighbour-thread.ts', import.meta.url), { workerData: settings })
  worker.on('error', (error) => {
    throw error
  })
  return {
    taken: () =>
      new Promise((resolve) => {
        worker.once('message', resolve)
        worker.postMessage('taken')
      }),
    close: () => worker.terminate(),
  }
}
