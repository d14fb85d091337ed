/** A file that the service made or kept. */
export type Download = {
  filename: string
  contentType: string
  headers: Headers
  /** Of an export with `record_branch`: what a later merge is against. */
  branchId: string | null
  stream: ReadableStream<Uint8Array>
  blob: () => Promise<Blob>
}

export function downloadOf(response: Response, otherwise = 'download'): Download {
  const { headers } = response
  return {
    filename: filenameIn(headers.get('content-disposition')) ?? otherwise,
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    headers,
    branchId: headers.get('x-svc-branch-id'),
    stream: response.body ?? new Blob([]).stream(),
    blob: () => response.blob(),
  }
}

function filenameIn(disposition: string | null): string | null {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  return encoded ? decodeURIComponent(encoded) : (disposition?.match(/filename="([^"]+)"/)?.[1] ?? null)
}
