import type { TemplateLayout } from '@bindery-data/spreadsheet/structure/templates/layout.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { Template } from './template.ts'

type TemplateRow = Omit<Template, 'layout'> & { layout: unknown }

// Safe: the functions below alone write it.
const templateFrom = (row: TemplateRow): Template => ({ ...row, layout: row.layout as TemplateLayout })

export type NewTemplate = Pick<Template, 'templateId' | 'workspaceId' | 'name' | 'layout' | 'createdBy'>

export async function insertTemplate(tx: Tx, { layout, ...template }: NewTemplate): Promise<Template> {
  const row = await tx
    .insertInto('template')
    .values({ ...template, layout: JSON.stringify(layout) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return templateFrom(row)
}

export async function findTemplate(db: Db, workspaceId: string, templateId: string): Promise<Template | undefined> {
  const row = await db
    .selectFrom('template')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .where('templateId', '=', templateId)
    .executeTakeFirst()
  return row && templateFrom(row)
}

/** Oldest first. */
export async function listTemplates(db: Db, workspaceId: string): Promise<Template[]> {
  const rows = await db
    .selectFrom('template')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .orderBy('templateId')
    .execute()
  return rows.map(templateFrom)
}

export type TemplateChanges = { name?: string; isActive?: boolean; layout?: TemplateLayout }

export async function updateTemplate(
  tx: Tx,
  { workspaceId, templateId }: Pick<Template, 'workspaceId' | 'templateId'>,
  { layout, ...changes }: TemplateChanges,
): Promise<Template> {
  const row = await tx
    .updateTable('template')
    .set({ ...changes, ...(layout ? { layout: JSON.stringify(layout) } : {}), updatedAt: sql<Date>`now()` })
    .where('workspaceId', '=', workspaceId)
    .where('templateId', '=', templateId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return templateFrom(row)
}

export async function deleteTemplateRow(tx: Tx, workspaceId: string, templateId: string) {
  await tx.deleteFrom('template').where('workspaceId', '=', workspaceId).where('templateId', '=', templateId).execute()
}

/** The table that forms of a template go into in this workbook, by its name of today. */
export function findTableOfPart(
  db: Db,
  workbookId: string,
  part: string,
): Promise<{ tableId: string; name: string } | undefined> {
  return db
    .selectFrom('sourceTable')
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.workbookId', '=', 'sourceTable.workbookId')
        .onRef('artifact.artifactId', '=', 'sourceTable.tableId'),
    )
    .select(['sourceTable.tableId', 'artifact.name'])
    .where('sourceTable.workbookId', '=', workbookId)
    .where('sourceTable.part', '=', part)
    .where('artifact.deletedAt', 'is', null)
    .where('artifact.state', '=', 'active')
    .orderBy('sourceTable.tableId', 'desc')
    .limit(1)
    .executeTakeFirst()
}
