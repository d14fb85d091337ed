import { edmType } from './edm-type.ts'
import type { EntitySet, Property } from './entity-set.ts'
import { CONTAINER, OWN_NAMESPACE, REAL_NAME, TYPE_NAMESPACE } from './schema-names.ts'

const DESCRIPTION = '@Org.OData.Core.V1.Description'

/** `$metadata` in CSDL JSON. */
export function metadataJson(sets: readonly EntitySet[]): string {
  return JSON.stringify({
    $Version: '4.0',
    $EntityContainer: `${OWN_NAMESPACE}.${CONTAINER}`,
    [TYPE_NAMESPACE]: Object.fromEntries(sets.map((set) => [set.name, entityType(set)])),
    [OWN_NAMESPACE]: {
      [REAL_NAME]: { $Kind: 'Term', $AppliesTo: ['EntitySet', 'Property'] },
      [CONTAINER]: {
        $Kind: 'EntityContainer',
        ...Object.fromEntries(sets.map((set) => [set.name, entitySet(set)])),
      },
    },
  })
}

const entityType = ({ properties }: EntitySet) => ({
  $Kind: 'EntityType',
  $Key: properties.filter(({ isKey }) => isKey).map(({ name }) => name),
  ...Object.fromEntries(properties.map((property) => [property.name, presentProperty(property)])),
})

function presentProperty({ name, column, type, description, isKey }: Property) {
  const { name: edm, precision, scale } = edmType(type)
  return {
    // A text that may be null is what CSDL takes for granted.
    ...(edm === 'Edm.String' ? {} : { $Type: edm }),
    ...(isKey ? {} : { $Nullable: true }),
    ...(precision === undefined ? {} : { $Precision: precision }),
    ...(scale === undefined ? {} : { $Scale: scale }),
    ...(name === column ? {} : { [`@${OWN_NAMESPACE}.${REAL_NAME}`]: column }),
    ...(description === null ? {} : { [DESCRIPTION]: description }),
  }
}

const entitySet = ({ name, title, description }: EntitySet) => ({
  $Collection: true,
  $Type: `${TYPE_NAMESPACE}.${name}`,
  ...(name === title ? {} : { [`@${OWN_NAMESPACE}.${REAL_NAME}`]: title }),
  ...(description === null ? {} : { [DESCRIPTION]: description }),
})
