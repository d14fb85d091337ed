import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { Context } from '../../../platform/context.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { openReadSource } from '../open-source.ts'
import { dialectIn } from '../parse-spec/dialect-hints.ts'
import type { Source } from '../source.ts'
import { impossibleOperation, notAnalyzed } from '../sources.errors.ts'
import { sharedTables } from '../templates/shared-tables.ts'
import { withLoader } from '../with-loader.ts'
import { doNotAgree, type FileToUnite, unitedAsAsked } from './united-files.ts'

/** Another file that goes into the same table, and the spec it was read by until now. */
export type OtherFile = { source: Source; before: ParseSpec; spec: ParseSpec }

/** Files become one table because a user says so; their columns must agree all the same. */
export async function tryUniteFiles(
  ctx: Context,
  source: Source & { spec: ParseSpec },
  { sources, name }: { sources: readonly string[]; name?: string },
): Promise<{ spec: ParseSpec; others: OtherFile[] }> {
  const { workbookId } = source
  const members = [source]
  for (const named of sources) {
    const { spec, ...other } = await openReadSource(ctx, { workbookId, name: named }, 'editor')
    if (!spec) throw notAnalyzed(named)
    if (!members.some(({ sourceId }) => sourceId === other.sourceId)) members.push({ ...other, spec })
  }
  const files: FileToUnite[] = []
  for (const member of members) files.push(await fileOf(ctx, member))
  const differing = doNotAgree(files)
  if (files.length < 2 || differing)
    throw refused(differing ? `${differing} has other columns than ${source.name}` : 'must name another file')
  const { title } = await openWorkbook(ctx, workbookId, 'editor')
  const united = unitedAsAsked(files, newId(), { name: name ?? null, title })
  const [own, ...others] = members.map((member, n) => ({
    source: member,
    before: member.spec,
    spec: united[n] ?? member.spec,
  }))
  return { spec: own?.spec ?? source.spec, others }
}

async function fileOf(ctx: Context, source: Source & { spec: ParseSpec }): Promise<FileToUnite> {
  const { spec, workbookId, filename: name, sourceId } = source
  if (sharedTables(spec)) throw refused(`${source.name} shares its table with other files already`)
  const sketch = await withLoader(ctx, workbookId, source, dialectIn(spec), (loader) =>
    loader.ask({ kind: 'sketch', spec }),
  )
  if (!sketch) throw refused(`${source.name} is not one table`)
  return { id: toWireId('src', sourceId), name, spec, sketch }
}

const refused = (message: string) =>
  impossibleOperation(0, { member: 'sources', code: 'not_one_table', message, allowed: null })
