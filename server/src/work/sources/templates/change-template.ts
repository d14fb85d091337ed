import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { lockWorkspace } from '../../../people/accounts/workspaces/workspaces.store.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { openTemplate } from './read-templates.ts'
import { doubledName, type FieldChange, labelsIn, type Template, withFields } from './template.ts'
import { templateNameTaken } from './templates.errors.ts'
import { deleteTemplateRow, listTemplates, updateTemplate } from './templates.store.ts'

export type TemplateOptions = {
  name?: string | undefined
  isActive?: boolean | undefined
  fields?: readonly FieldChange[] | undefined
}

/** What is left out stays. Files that were read by it stay as they were read. */
export async function changeTemplate(
  ctx: Context,
  workspaceId: string,
  templateId: string,
  { name, isActive, fields }: TemplateOptions,
): Promise<Template> {
  await openTemplate(ctx, workspaceId, templateId, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    const template = await openTemplate({ ...ctx, db: tx }, workspaceId, templateId, 'editor')
    if (name !== undefined) await refuseIfNamed(await listTemplates(tx, workspaceId), name, templateId)
    const layout = fields ? withFields(template.layout, known(template, fields)) : undefined
    const twice = layout && doubledName(layout)
    if (twice) throw invalidField(['body', 'fields'], 'duplicate', `would give two columns the name ${twice}`)
    return updateTemplate(tx, template, {
      ...(name === undefined ? {} : { name }),
      ...(isActive === undefined ? {} : { isActive }),
      ...(layout ? { layout } : {}),
    })
  })
}

function known({ layout }: Template, fields: readonly FieldChange[]): readonly FieldChange[] {
  const labels = labelsIn(layout)
  for (const [n, { label }] of fields.entries())
    if (!labels.includes(label))
      throw invalidField(['body', 'fields', n, 'label'], 'unknown_label', 'is no label of the template')
  return fields
}

export async function refuseIfNamed(templates: readonly Template[], name: string, but: string | null) {
  if (templates.some((one) => one.name === name && one.templateId !== but)) throw templateNameTaken(name)
}

/** Tables and rows that were read by it stay; files to come are read by themselves. */
export async function deleteTemplate(ctx: Context, workspaceId: string, templateId: string) {
  await openTemplate(ctx, workspaceId, templateId, 'editor')
  await inTransaction(ctx.db, (tx) => deleteTemplateRow(tx, workspaceId, templateId))
}
