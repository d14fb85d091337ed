import type { Context } from '../../platform/context.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { BuiltSource } from './build-source.ts'
import { fetchFile } from './fetch-file.ts'
import { MOST_FILENAME_CHARACTERS } from './source.ts'
import { otherBytes } from './sources.errors.ts'
import { type NewUpload, prepareUpload } from './upload-source.ts'

/** A file that was fetched, and read where it is to be read at once. */
export type PreparedFetch = { upload: NewUpload; built: BuiltSource | null }

export type UrlUpload = Pick<NewUpload, 'workbookId' | 'mode' | 'structuring' | 'isAsync'> & {
  url: string
  filename: string | null
  sha256: string | null
}

/** Fetches the file for whoever may bring one. Nothing names it yet. */
export async function prepareUrlUpload(ctx: Context, asked: UrlUpload): Promise<PreparedFetch> {
  const { url, filename, sha256, ...wanted } = asked
  await openWorkbook(ctx, wanted.workbookId, 'editor')
  const file = await fetchFile(ctx, { workbookId: wanted.workbookId, url, filename: filename ?? filenameIn(url) })
  if (sha256 !== null && sha256 !== file.sha256) throw otherBytes('sha256')
  const upload = { ...wanted, file, provenance: { kind: 'url', provider: null, ref: withoutSecrets(url) } } as const
  return { upload, built: await prepareUpload(ctx, upload) }
}

/** What stands last in its path. What is no address is refused when it is asked for. */
function filenameIn(url: string): string {
  if (!URL.canParse(url)) return 'download'
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  const name = decoded(last).slice(0, MOST_FILENAME_CHARACTERS)
  return name === '' || /^__svc_/i.test(name) ? 'download' : name
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that means itself.
    return text
  }
}

/** What follows the path is often a signature that opens it to whoever has it: nobody who sees the source needs that. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
