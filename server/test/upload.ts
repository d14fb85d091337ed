import type { Called } from './client.ts'

export type Upload = {
  bytes: string | Uint8Array<ArrayBuffer>
  filename: string
  fields?: Record<string, string>
  headers?: Record<string, string>
  /** Fields before or behind the file. */
  order?: 'file-first' | 'file-last'
}

/** Sends a file in a form, as a browser does. */
export async function uploadTo(url: string, credential: string, path: string, upload: Upload): Promise<Called> {
  const { bytes, filename, fields = {}, headers = {}, order = 'file-last' } = upload
  const form = new FormData()
  const addFile = () => form.append('file', new Blob([bytes]), filename)
  if (order === 'file-first') addFile()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (order === 'file-last') addFile()
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, ...headers },
    body: form,
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}
