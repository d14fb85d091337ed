import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { vegaWithoutEval } from './vega-without-eval.ts'

/** Draws a chart into an element; the answer takes it away again. */
export function drawChart(place: HTMLElement, spec: TopLevelSpec): () => void {
  const runtime = parse(compile(spec).spec, undefined, { ast: true })
  // The place says what is drawn to who cannot see it; what Vega says of every mark is left out beside that.
  const container = place.appendChild(document.createElement('div'))
  container.ariaHidden = 'true'
  const view = new View(runtime, { renderer: 'svg', container, expr: vegaWithoutEval, hover: false })
  void view.runAsync()
  return () => {
    view.finalize()
    place.replaceChildren()
  }
}
