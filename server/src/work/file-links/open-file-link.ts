import { refuseIfGoverned } from '../../core/reading/refuse-if-hidden.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { WorkbookRole } from '../../core/workbooks/workbook.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { openSource } from '../sources/open-source.ts'
import { type DialectHints, pinnedDialect } from '../sources/parse-spec/dialect-hints.ts'
import type { StoredFile } from '../sources/source.ts'
import type { FileLink, LinkPlace } from './file-link.ts'
import { findFileLink, findVersionFile, type LinkPage, listFileLinks } from './file-links.store.ts'

/** The only door to a file link. */
export async function openFileLink(ctx: Context, place: LinkPlace, role: WorkbookRole): Promise<FileLink> {
  await openWorkbook(ctx, place.workbookId, role)
  return linkAt(ctx, place)
}

async function linkAt({ db }: Context, place: LinkPlace): Promise<FileLink> {
  const link = await findFileLink(db, place)
  if (!link) throw notFound('file link', toWireId('fl', place.linkId))
  return link
}

/** The door to what stands in a version itself, where no policy lies over the cells: on a governed workbook it is shut. */
export async function openRawLink(ctx: Context, place: LinkPlace, role: WorkbookRole): Promise<FileLink> {
  refuseIfGoverned(await openWorkbook(ctx, place.workbookId, role))
  return linkAt(ctx, place)
}

/** The file of one version, for callers who have opened its link. */
export async function fileOfVersion({ db }: Pick<Context, 'db'>, link: LinkPlace, n: number): Promise<StoredFile> {
  const file = await findVersionFile(db, link, n)
  if (!file) throw notFound('version', String(n))
  return file
}

/** How the files of a link are to be read: as its source is. */
export async function dialectOfLink(ctx: Context, { workbookId, sourceId }: FileLink): Promise<DialectHints> {
  const { spec } = await openSource(ctx, { workbookId, name: toWireId('src', sourceId) }, 'viewer')
  return spec && pinnedDialect(spec)
}

/** A page of the tracked files of a workbook, and where the next one starts. */
export async function readFileLinks(ctx: Context, workbookId: string, page: LinkPage) {
  await openWorkbook(ctx, workbookId, 'viewer')
  const rows = await listFileLinks(ctx.db, workbookId, page)
  const links = rows.slice(0, page.limit)
  return { links, next: rows.length > page.limit ? (links.at(-1)?.linkId ?? null) : null }
}
