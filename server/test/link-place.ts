import type { startService } from './service.ts'
import { newSourcePlace } from './source-place.ts'
import { type Upload, uploadTo } from './upload.ts'
import { type Cells, workbookFile } from './workbook-file.ts'

/** A workbook whose files are tracked. */
export async function newLinkPlace(service: ReturnType<typeof startService>) {
  const place = await newSourcePlace(service)
  const send = (path: string, sent: Upload) =>
    uploadTo(service.url(), place.owner.session, `${place.at}/file-links${path}`, sent)
  return {
    ...place,
    track: (sent: Upload) => send('/local', sent),
    push: (linkId: string, sent: Upload) => send(`/${linkId}/versions`, sent),
    links: async () => (await place.call('GET', '/file-links')).body.file_links,
    atVersion: (linkId: string, n: number, what: string) =>
      place.call(what.startsWith('revert') ? 'POST' : 'GET', `/file-links/${linkId}/versions/${n}/${what}`),
    download: async (linkId: string, n: number) => {
      const response = await fetch(`${service.url()}${place.at}/file-links/${linkId}/versions/${n}/download`, {
        headers: { authorization: `Bearer ${place.owner.session}` },
      })
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
    },
  }
}

/** An edition of the same file. */
export const edition = (sheets: Readonly<Record<string, Cells>>, filename = 'sales.xlsx'): Upload => ({
  bytes: workbookFile(sheets),
  filename,
})
