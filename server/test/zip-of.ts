import { zipStream } from '@bindery-data/spreadsheet/write/zip/zip-stream.ts'

/** A zip file of these files. */
export async function zipOf(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array<ArrayBuffer>> {
  const entries = Object.entries(files).map(([name, bytes]) => ({ name, content: Buffer.from(bytes) }))
  const chunks: Buffer[] = []
  for await (const chunk of zipStream(entries, { level: 1 })) chunks.push(Buffer.from(chunk))
  return new Uint8Array(Buffer.concat(chunks))
}
