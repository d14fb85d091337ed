import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'

/** A chart that some agent made of a table. */
export type Chart = {
  artifactId: string
  name: string
  /** The name of its table, if that is there. */
  sourceTable: string | null
  chartType: string | null
  title: string | null
  config: unknown
  recipe: unknown
}

/** Vega-Lite: what is drawn, of which fields, in which way. */
export type ChartConfig = Readonly<Record<string, unknown>>

/** How it was made, and can be made again. */
export type ChartRecipe = { tool: string; parameters: Readonly<Record<string, unknown>> }

export const MOST_CHARTS = 500
const MOST_CHARACTERS = 512 * 1024
/** Whatever else a drawing of Vega-Lite consists of, it has one of these. */
const DRAWINGS = ['mark', 'layer', 'hconcat', 'vconcat', 'concat', 'facet', 'repeat', 'spec']
/** Members by which a drawing would load something from elsewhere, or lead there. */
const LEADS_AWAY = new Set(['url', 'href'])

/** A chart must neither lead its viewer to another site nor report the view to one. */
export function refuseIfNoDrawing(config: ChartConfig) {
  if (!DRAWINGS.some((member) => member in config))
    throw invalidField(['body', 'spec'], 'vega_lite', `must be Vega-Lite, with one of ${DRAWINGS.join(', ')}`)
  if (JSON.stringify(config).length > MOST_CHARACTERS)
    throw invalidField(['body', 'spec'], 'maxLength', `must NOT have more than ${MOST_CHARACTERS} characters`)
  if (leadsAway(config)) throw invalidField(['body', 'spec'], 'vega_lite', 'must not name url or href')
}

function leadsAway(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(leadsAway)
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([name, value]) => LEADS_AWAY.has(name) || leadsAway(value))
}
