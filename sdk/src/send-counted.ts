/** Called while a file is on its way. */
export type Progress = { sentBytes: number; totalBytes: number }
export type OnProgress = (progress: Progress) => void

/** As much as is used of what browsers have and others lack. */
type Xhr = {
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(content: Blob): void
  abort(): void
  responseType: string
  readonly response: Blob
  readonly status: number
  readonly upload: { onprogress: ((event: { loaded: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
}

type Sending = {
  url: string
  method: string
  headers: Headers
  content: Blob
  signal: AbortSignal
  onProgress: OnProgress
}

/** Sends bytes and tells how many have left. Browsers count for XMLHttpRequest only, everybody else while we hand them over. */
export function sendCounted(sending: Sending, fetcher: typeof fetch): Promise<Response> {
  // Safe: where there is one, it is this.
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => Xhr }
  return XMLHttpRequest ? sendByXhr(sending, new XMLHttpRequest()) : sendAsStream(sending, fetcher)
}

function sendAsStream({ url, method, headers, content, signal, onProgress }: Sending, fetcher: typeof fetch) {
  const totalBytes = content.size
  let sentBytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      sentBytes += chunk.byteLength
      onProgress({ sentBytes, totalBytes })
      controller.enqueue(chunk)
    },
  })
  const body = content.stream().pipeThrough(counter)
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, redirect: 'manual', duplex: 'half' }
  return fetcher(url, init)
}

function sendByXhr({ url, method, headers, content, signal, onProgress }: Sending, xhr: Xhr) {
  return new Promise<Response>((resolve, reject) => {
    // A signal tells its listeners once: one that is aborted already would never stop the request.
    if (signal.aborted) return reject(signal.reason)
    xhr.open(method, url)
    xhr.responseType = 'blob'
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    xhr.upload.onprogress = ({ loaded }) => onProgress({ sentBytes: loaded, totalBytes: content.size })
    xhr.onload = () => resolve(new Response(xhr.response, { status: xhr.status, headers: headersOf(xhr) }))
    xhr.onerror = () => reject(new TypeError('The connection broke'))
    xhr.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(content)
  })
}

function headersOf(xhr: Xhr): Headers {
  const lines = xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
  return new Headers(lines.map((line): [string, string] => [line.split(':')[0] ?? '', line.replace(/^[^:]*: ?/, '')]))
}
