import type { FieldType, TemplateLayout } from '@bindery-data/spreadsheet/structure/templates/layout.ts'

/** How forms of one kind are read. It belongs to a workspace, and holds labels only. */
export type Template = {
  templateId: string
  workspaceId: string
  name: string
  layout: TemplateLayout
  isActive: boolean
  createdBy: string
  createdAt: Date
  updatedAt: Date
}

/** A workspace has so many at most: every upload tries them all. */
export const MOST_TEMPLATES = 100

/** What the tables of a template are known by among those that sources have made. */
export const partOfTemplate = (templateId: string, regionId: string) => `${TEMPLATE_PART}${templateId}:${regionId}`

export const TEMPLATE_PART = 'template:'

/** The fields and columns of a template, under the labels of the form. */
export type FieldChange = { label: string; name?: string | undefined; type?: FieldType | undefined }

/** Gives fields and columns of this label other names or types. */
export function withFields(layout: TemplateLayout, changes: readonly FieldChange[]): TemplateLayout {
  const changed = <F extends { name: string; type: FieldType }>(field: F, labels: readonly string[]): F => {
    const change = changes.find(({ label }) => labels.includes(label))
    return change ? { ...field, name: change.name ?? field.name, type: change.type ?? field.type } : field
  }
  return {
    ...layout,
    sheets: layout.sheets.map((sheet) => ({
      ...sheet,
      fields: sheet.fields.map((field) => changed(field, [field.label])),
      tables: sheet.tables.map((table) => ({
        ...table,
        columns: table.columns.map((column) => changed(column, column.labels)),
      })),
    })),
  }
}

/** Every label that a field or column can be changed by. */
export const labelsIn = ({ sheets }: TemplateLayout): string[] =>
  sheets.flatMap(({ fields, tables }) => [
    ...fields.map(({ label }) => label),
    ...tables.flatMap(({ columns }) => columns.flatMap(({ labels }) => labels.filter((label) => label !== ''))),
  ])

/** Two columns of one table cannot have one name. */
export function doubledName({ sheets }: TemplateLayout): string | null {
  const tables = sheets.flatMap(({ fields, tables: lists }) => [fields, ...lists.map(({ columns }) => columns)])
  for (const columns of tables) {
    const names = columns.map(({ name }) => name.normalize('NFC').toLowerCase())
    const twice = names.findIndex((name, n) => names.indexOf(name) < n)
    if (twice >= 0) return columns[twice]?.name ?? null
  }
  return null
}
