import { randomBytes } from 'node:crypto'
import type { TemplateLayout } from '@bindery-data/spreadsheet/structure/templates/layout.ts'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { limitReached } from '../../../people/accounts/accounts.errors.ts'
import { openWorkspace } from '../../../people/accounts/workspaces/open-workspace.ts'
import { lockWorkspace } from '../../../people/accounts/workspaces/workspaces.store.ts'
import type { Context } from '../../../platform/context.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { openReadSource, type SourcePlace } from '../open-source.ts'
import { dialectIn } from '../parse-spec/dialect-hints.ts'
import { notAnalyzed } from '../sources.errors.ts'
import { withLoader } from '../with-loader.ts'
import { refuseIfNamed } from './change-template.ts'
import { MOST_TEMPLATES, type Template } from './template.ts'
import { noLabels } from './templates.errors.ts'
import { insertTemplate, listTemplates } from './templates.store.ts'

export type NewTemplateOptions = { name: string; source: SourcePlace }

/**
 * Looks at the sample once more, by its reading, for its labels. Where policies hide anything of the workbook from the caller its
 * files are closed, and so is this.
 */
export async function prepareTemplate(
  ctx: Context,
  workspaceId: string,
  { source: place }: NewTemplateOptions,
): Promise<TemplateLayout> {
  const workspace = await openWorkspace(ctx, workspaceId, 'editor')
  const workbook = await openWorkbook(ctx, place.workbookId, 'viewer')
  if (workbook.workspaceId !== workspace.workspaceId)
    throw invalidField(['body', 'workbook_id'], 'other_workspace', 'is no workbook of this workspace')
  const source = await openReadSource(ctx, place, 'viewer')
  const { spec } = source
  if (!spec) throw notAnalyzed(source.name)
  const salt = randomBytes(12).toString('hex')
  const layout = await withLoader(ctx, workbook.workbookId, source, dialectIn(spec), (loader) =>
    loader.ask({ kind: 'layout', spec, salt }),
  )
  if (layout.sheets.length === 0) throw noLabels(source.name)
  return layout
}

/** Saves how a source is read as a template of its workspace. */
export async function saveTemplate(
  ctx: Context,
  workspaceId: string,
  { name, source: place }: NewTemplateOptions,
  layout: TemplateLayout,
): Promise<Template> {
  await openWorkspace(ctx, workspaceId, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    const templates = await listTemplates(tx, workspaceId)
    if (templates.length >= MOST_TEMPLATES) throw limitReached('templates', MOST_TEMPLATES)
    await refuseIfNamed(templates, name, null)
    const source = await openReadSource({ ...ctx, db: tx }, place, 'viewer')
    const createdBy = ctx.caller.userId
    const template = await insertTemplate(tx, { templateId: newId(), workspaceId, name, layout, createdBy })
    await appendAuditEntry(tx, ctx, {
      workbookId: source.workbookId,
      action: 'template.create',
      target: { source: source.name },
      detail: { template_id: toWireId('tpl', template.templateId), name },
    })
    return template
  })
}
