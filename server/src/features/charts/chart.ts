/** A chart that some agent made of a table. `config` is Vega-Lite; `recipe` the tool and its parameters. */
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
