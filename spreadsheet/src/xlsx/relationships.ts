import type { ByteSource } from '../byte-source.ts'
import { unpackWhole } from '../zip/unpack-entry.ts'
import { type ZipDirectory, type ZipEntry, zipKey } from '../zip/zip-directory.ts'
import { eachElement } from './each-element.ts'
import { corruptXml } from './xml-errors.ts'
import { attribute } from './xml-text.ts'

/** The parts of a package. */
export type Package = { bytes: ByteSource; directory: ZipDirectory }

/** From one part to another: `kind` is the last word of its type, which all dialects of the format share. */
export type Relationship = { id: string; kind: string; target: string }

/** Parts that are read whole are small in all files people make. */
const LARGEST_PART_BYTES = 128 * 1024 ** 2

/** Where a part leads to; the package itself where `part` is empty. */
export async function readRelationships(parts: Package, part: string): Promise<Relationship[]> {
  const slash = part.lastIndexOf('/') + 1
  const entry = findPart(parts, `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`)
  if (!entry) return []
  const relationships: Relationship[] = []
  eachElement(await readPart(parts, entry), (x, name) => {
    if (name !== 'Relationship' || attribute(x, 'TargetMode') === 'External') return
    const target = attribute(x, 'Target') ?? ''
    const kind = (attribute(x, 'Type') ?? '').split('/').at(-1) ?? ''
    relationships.push({ id: attribute(x, 'Id') ?? '', kind, target: resolveTarget(part.slice(0, slash), target) })
  })
  return relationships
}

/** Where a part leads to outside of the package, by id. */
export async function readExternalTargets(parts: Package, part: string, kind: string): Promise<Map<string, string>> {
  const slash = part.lastIndexOf('/') + 1
  const entry = findPart(parts, `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`)
  const targets = new Map<string, string>()
  if (!entry) return targets
  eachElement(await readPart(parts, entry), (x, name) => {
    if (name !== 'Relationship' || attribute(x, 'TargetMode') !== 'External') return
    const found = (attribute(x, 'Type') ?? '').split('/').at(-1)
    if (found === kind) targets.set(attribute(x, 'Id') ?? '', attribute(x, 'Target') ?? '')
  })
  return targets
}

export function findPart({ directory }: Package, name: string): ZipEntry | undefined {
  return directory.get(zipKey(name))
}

export function openPart(parts: Package, name: string): ZipEntry {
  const entry = findPart(parts, name)
  if (!entry) throw corruptXml(`its part ${name} is missing`)
  return entry
}

export function readPart({ bytes }: Package, entry: ZipEntry): Promise<Buffer> {
  return unpackWhole(bytes, entry, LARGEST_PART_BYTES)
}

/** Targets are relative to the folder of the part, or begin at the root with a slash. */
function resolveTarget(folder: string, target: string): string {
  const path = decodePercents(target.replaceAll('\\', '/'))
  const steps = path.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '')
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

function decodePercents(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
