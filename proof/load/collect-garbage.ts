/** How a process of Node.js is started that can be asked to collect. */
export const collectable = (port: number) => `--inspect=127.0.0.1:${port}`

/** What V8 has of memory: objects that are kept, the pages they lie in, and buffers, which lie elsewhere. */
export type Heap = { heapBytes: number; pageBytes: number; bufferBytes: number }

/**
 * Has a process collect its garbage, and tells what its heap keeps after that. Between two collections of its own a
 * node's memory goes up and down by some percent within half an hour; what is left after one can be compared.
 */
export async function collectGarbage(port: number): Promise<Heap> {
  const targets = await fetch(`http://127.0.0.1:${port}/json/list`)
  // Safe: what Node.js answers with, of which there is one for each process.
  const [target] = (await targets.json()) as [{ webSocketDebuggerUrl: string }]
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  try {
    await next(socket, 'open')
    await ask(socket, 'HeapProfiler.collectGarbage')
    // Safe: what V8's protocol answers this with.
    const usage = (await ask(socket, 'Runtime.getHeapUsage')) as Record<
      'usedSize' | 'totalSize' | 'backingStorageSize',
      number
    >
    return { heapBytes: usage.usedSize, pageBytes: usage.totalSize, bufferBytes: usage.backingStorageSize }
  } finally {
    socket.close()
  }
}

async function ask(socket: WebSocket, method: string): Promise<unknown> {
  const answered = next(socket, 'message')
  socket.send(JSON.stringify({ id: 1, method }))
  // Safe: nothing else was asked, and no domain was enabled that sends events.
  const { data } = (await answered) as MessageEvent
  return JSON.parse(data).result
}

/** A process that ends closes its socket, and would be waited for without end. */
function next(socket: WebSocket, event: 'open' | 'message'): Promise<Event> {
  const { promise, resolve, reject } = Promise.withResolvers<Event>()
  socket.addEventListener(event, resolve, { once: true })
  socket.addEventListener('close', () => reject(new Error('it closed before it answered')), { once: true })
  return promise
}
