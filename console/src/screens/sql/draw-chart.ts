import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { vegaWithoutEval } from './vega-without-eval.ts'

/** Draws a chart into an element; the answer takes it away again. */
export function drawChart(place: HTMLElement, spec: TopLevelSpec): () => void {
  const runtime = parse(compile(spec).spec, undefined, { ast: true })
  const view = new View(runtime, { renderer: 'svg', container: place, expr: vegaWithoutEval, hover: false })
  void view.runAsync()
  return () => {
    view.finalize()
    place.replaceChildren()
  }
}
