import type { ParseSpec, SpecWarning } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { TemplateMiss } from '@bindery-data/spreadsheet/parse-spec/template-match.ts'
import type { FileFit } from '@bindery-data/spreadsheet/structure/templates/fit-file.ts'
import type { Loader } from '../../../engine/loader/load-request.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { listTemplates } from './templates.store.ts'

export type FileToTry = { sourceName: string; sha256: string; refused?: readonly string[] }

const NO_FIT: FileFit = { spec: null, misses: [] }

/** Lays the templates of a workspace over a file that a loader has open. */
export async function tryTemplates(
  { db }: Pick<Context, 'db'>,
  { workspaceId }: { workspaceId: string },
  loader: Loader,
  { sourceName, sha256, refused = [] }: FileToTry,
): Promise<FileFit> {
  const templates = (await listTemplates(db, workspaceId))
    .filter(({ isActive }) => isActive)
    .map(({ templateId, name, layout }) => ({ templateId: toWireId('tpl', templateId), name, layout }))
    .filter(({ templateId }) => !refused.includes(templateId))
  return templates.length === 0 ? NO_FIT : loader.ask({ kind: 'fit', sourceName, sha256, templates })
}

/** A reading of the file by itself, with the templates that nearly fit: said aloud, for it may be one of theirs. */
export const withMisses = (spec: ParseSpec, misses: readonly TemplateMiss[]): ParseSpec =>
  misses.length === 0
    ? spec
    : { ...spec, template_misses: misses, warnings: [...spec.warnings, ...misses.map(missWarning)] }

const missWarning = ({ name, reasons }: TemplateMiss): SpecWarning => ({
  code: 'template_not_fitting',
  region_id: null,
  column: null,
  count: reasons.length,
  message: `The file is nearly one of the template '${name}', but ${reasons[0]?.message ?? 'something else'}.`,
})
