import type { DocumentProperties } from '../workbook-to-write.ts'
import { xmlText } from './xml-text.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
/** Of all custom properties; the office programs know no other. */
const CUSTOM_PROPERTY_SET = '{D5CDD505-2E9C-101B-9397-08002B2CF9AE}'
export const VALUE_TYPES = `${OFFICE}/docPropsVTypes`
/** 0 and 1 have meanings of their own. */
const FIRST_CUSTOM_ID = 2

/** Title, author and times. */
export function coreProperties({ title, creator, createdAt, modifiedAt }: DocumentProperties): string {
  const moment = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z')
  return [
    `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"`,
    ' xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    title === undefined ? '' : `<dc:title>${xmlText(title)}</dc:title>`,
    creator === undefined ? '' : `<dc:creator>${xmlText(creator)}</dc:creator>`,
    createdAt ? `<dcterms:created xsi:type="dcterms:W3CDTF">${moment(createdAt)}</dcterms:created>` : '',
    modifiedAt ? `<dcterms:modified xsi:type="dcterms:W3CDTF">${moment(modifiedAt)}</dcterms:modified>` : '',
    '</cp:coreProperties>',
  ].join('')
}

/** Which program wrote it; some readers look for the part. */
export function appProperties(): string {
  return `${XML}<Properties xmlns="${OFFICE}/extended-properties"><Application>Bindery</Application></Properties>`
}

export function customProperties(custom: Readonly<Record<string, string>>): string {
  const items = Object.entries(custom).map(([name, value], n) => customProperty(name, value, FIRST_CUSTOM_ID + n))
  return `${XML}<Properties xmlns="${OFFICE}/custom-properties" xmlns:vt="${VALUE_TYPES}">${items.join('')}</Properties>`
}

/** `prefix` is that of the elements around it: `p:` or nothing. */
export function customProperty(name: string, value: string, id: number, prefix = ''): string {
  const set = `fmtid="${CUSTOM_PROPERTY_SET}" pid="${id}"`
  const text = `<vt:lpwstr>${xmlText(value)}</vt:lpwstr>`
  return `<${prefix}property ${set} name="${xmlText(name)}">${text}</${prefix}property>`
}
