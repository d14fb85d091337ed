import { once } from 'node:events'

/** How a process of Node.js is started that can be asked to collect. */
export const collectable = (port: number) => `--inspect=127.0.0.1:${port}`

/**
 * Has a process collect its garbage, and waits. Between two collections of its own a node's memory goes up and down by some percent
 * within half an hour; what is left after one can be compared.
 */
export async function collectGarbage(port: number): Promise<void> {
  const targets = await fetch(`http://127.0.0.1:${port}/json/list`)
  // Safe: what Node.js answers with, of which there is one for each process.
  const [target] = (await targets.json()) as [{ webSocketDebuggerUrl: string }]
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  try {
    await once(socket, 'open')
    const answered = once(socket, 'message')
    socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
    await answered
  } finally {
    socket.close()
  }
}
