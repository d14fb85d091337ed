import { openWorkspace } from '../../../people/accounts/workspaces/open-workspace.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Template } from './template.ts'
import { findTemplate, listTemplates } from './templates.store.ts'

export async function readTemplates(ctx: Context, workspaceId: string): Promise<Template[]> {
  const workspace = await openWorkspace(ctx, workspaceId, 'viewer')
  return listTemplates(ctx.db, workspace.workspaceId)
}

/** The only door to a template. */
export async function openTemplate(
  ctx: Context,
  workspaceId: string,
  templateId: string,
  role: 'viewer' | 'editor',
): Promise<Template> {
  const workspace = await openWorkspace(ctx, workspaceId, role)
  const template = await findTemplate(ctx.db, workspace.workspaceId, templateId)
  if (!template) throw notFound('template', toWireId('tpl', templateId))
  return template
}
