import type { BuildSource } from '../../engine/builder/build-request.ts'
import type { Builder } from '../../engine/builder/builder-process-handle.ts'
import { laySource, wholeContent } from '../../engine/storage/bulk/build-content.ts'
import { toBuildColumn } from '../../engine/storage/segment.ts'
import type { Storage } from '../../engine/storage/storage.ts'
import type { ContentPlan } from '../../engine/table/content.ts'

/** Which contents are looked at, each once, and which of their columns. */
export class Layout {
  readonly #columns = new Map<ContentPlan, Set<number>>()

  get plans(): ContentPlan[] {
    return [...this.#columns.keys()]
  }

  /** The name of its relation in the builder. */
  name(plan: ContentPlan, columnIds: readonly number[]): string {
    const known = this.#columns.get(plan) ?? new Set()
    this.#columns.set(plan, known)
    for (const id of columnIds) known.add(id)
    return `s${this.plans.indexOf(plan)}`
  }

  /** Lays them out for a builder, in the order of their names. */
  async lay(storage: Storage, builder: Builder): Promise<BuildSource[]> {
    const sources: BuildSource[] = []
    for (const [plan, columnIds] of this.#columns) {
      const columns = plan.columns.filter(({ id }) => columnIds.has(id))
      const isEmpty = plan.segments.length === 0 && plan.laid.size === 0
      const source = isEmpty
        ? { segments: [], laid: null, columns: columns.map(toBuildColumn) }
        : await laySource(storage, builder, { ...plan, columns }, wholeContent(plan))
      sources.push(source)
    }
    return sources
  }
}
