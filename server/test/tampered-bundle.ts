import { createHash } from 'node:crypto'
import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { zipStream } from '@bindery-data/spreadsheet/write/zip/zip-stream.ts'
import { unpackWhole } from '@bindery-data/spreadsheet/zip/unpack-entry.ts'
import { readZipDirectory } from '@bindery-data/spreadsheet/zip/zip-directory.ts'
import { type CatalogRow, catalogPartName, type Manifest } from '../src/work/bundles/bundle.ts'

/** A bundle taken apart, to put something else into it. */
export type LooseBundle = {
  manifest: Manifest & Record<string, unknown>
  parts: Map<string, Buffer>
  /** Changes the rows of the catalog of one table. */
  rows: (table: string, change: (row: Record<string, string | null>, n: number) => CatalogRow | null) => void
}

export async function takeApart(bytes: Buffer): Promise<LooseBundle> {
  const source = bytesOf(bytes)
  const parts = new Map<string, Buffer>()
  for (const entry of readZipDirectory(source).values())
    parts.set(entry.name, await unpackWhole(source, entry, 2 ** 30))
  const manifest = JSON.parse(String(parts.get('manifest.json')))
  parts.delete('manifest.json')
  const rows: LooseBundle['rows'] = (table, change) => {
    const name = catalogPartName(table)
    const lines = String(parts.get(name)).split('\n').filter(Boolean)
    const changed = lines.flatMap((line, n) => {
      const row = change(JSON.parse(line), n)
      return row === null ? [] : [`${JSON.stringify(row)}\n`]
    })
    parts.set(name, Buffer.from(changed.join('')))
  }
  return { manifest, parts, rows }
}

/** With a manifest that fits its parts again, as a forger would write it; or with the one it had. */
export async function putTogether(
  { manifest, parts }: LooseBundle,
  { isForged = true } = {},
): Promise<Buffer<ArrayBuffer>> {
  if (isForged)
    for (const part of manifest.parts ?? []) {
      const bytes = parts.get(part.name)
      if (!bytes) continue
      part.size_bytes = bytes.length
      part.sha256 = createHash('sha256').update(bytes).digest('hex')
    }
  const entries = [...parts].map(([name, content]) => ({ name, content }))
  const all = [...entries, { name: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) }]
  const chunks: Buffer[] = []
  for await (const chunk of zipStream(all, { level: 1 })) chunks.push(Buffer.from(chunk))
  return Buffer.from(new Uint8Array(Buffer.concat(chunks)))
}

export async function tampered(
  bytes: Buffer,
  change: (bundle: LooseBundle) => void,
  options: { isForged?: boolean } = {},
): Promise<Buffer<ArrayBuffer>> {
  const loose = await takeApart(bytes)
  change(loose)
  return putTogether(loose, options)
}
