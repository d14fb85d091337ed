import { type EdmType, edmType } from './edm-type.ts'
import type { EntitySet, Property } from './entity-set.ts'
import { CONTAINER, OWN_NAMESPACE, REAL_NAME, TYPE_NAMESPACE } from './schema-names.ts'

/** Without a reference to its vocabulary, which some clients would fetch from the Internet before they read on. */
const DESCRIPTION = 'Org.OData.Core.V1.Description'

/** `$metadata` in CSDL XML. */
export function metadataXml(sets: readonly EntitySet[]): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">',
    '<edmx:DataServices>',
    `<Schema Namespace="${TYPE_NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`,
    ...sets.map(entityType),
    '</Schema>',
    `<Schema Namespace="${OWN_NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`,
    `<Term Name="${REAL_NAME}" Type="Edm.String" AppliesTo="EntitySet Property">${annotation(DESCRIPTION, 'The name in the workbook, where OData does not allow it')}</Term>`,
    `<EntityContainer Name="${CONTAINER}">`,
    ...sets.map(entitySet),
    '</EntityContainer>',
    '</Schema>',
    '</edmx:DataServices>',
    '</edmx:Edmx>',
  ].join('')
}

function entityType({ name, properties }: EntitySet): string {
  const keys = properties.filter(({ isKey }) => isKey).map((key) => `<PropertyRef Name="${attribute(key.name)}"/>`)
  return `<EntityType Name="${attribute(name)}"><Key>${keys.join('')}</Key>${properties.map(property).join('')}</EntityType>`
}

function property({ name, column, type, description, isKey }: Property): string {
  const edm = edmType(type)
  const inside = [
    ...(name === column ? [] : [annotation(`${OWN_NAMESPACE}.${REAL_NAME}`, column)]),
    ...(description === null ? [] : [annotation(DESCRIPTION, description)]),
  ].join('')
  const tag = `<Property Name="${attribute(name)}" Type="${edm.name}"${facets(edm)}${isKey ? ' Nullable="false"' : ''}`
  return inside === '' ? `${tag}/>` : `${tag}>${inside}</Property>`
}

const facets = ({ precision, scale }: EdmType) =>
  `${precision === undefined ? '' : ` Precision="${precision}"`}${scale === undefined ? '' : ` Scale="${scale}"`}`

function entitySet({ name, title, description }: EntitySet): string {
  const inside = [
    ...(name === title ? [] : [annotation(`${OWN_NAMESPACE}.${REAL_NAME}`, title)]),
    ...(description === null ? [] : [annotation(DESCRIPTION, description)]),
  ].join('')
  const tag = `<EntitySet Name="${attribute(name)}" EntityType="${TYPE_NAMESPACE}.${attribute(name)}"`
  return inside === '' ? `${tag}/>` : `${tag}>${inside}</EntitySet>`
}

const annotation = (term: string, text: string) => `<Annotation Term="${term}" String="${attribute(text)}"/>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const attribute = (text: string) =>
  [...text.toWellFormed()]
    .map((character) => (isWritable(character.codePointAt(0) ?? 0) ? character : '\ufffd'))
    .join('')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)

/** XML 1.0 has no way to write other control characters than these. */
const isWritable = (code: number) =>
  code >= 0x20 ? code !== 0xfffe && code !== 0xffff : code === 0x9 || code === 0xa || code === 0xd
