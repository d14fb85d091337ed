import { type ComponentProps, lazy, Suspense, useSyncExternalStore } from 'react'
import { DataGrid } from '../../../parts/grid/data-grid.tsx'

const RowCards = lazy(async () => ({ default: (await import('./row-cards.tsx')).RowCards }))

type Props = ComponentProps<typeof DataGrid> & { onOpen: () => void }

const NO_SIGN = () => undefined
const narrow = matchMedia('(max-width: 700px)')
const listen = (heard: () => void) => {
  narrow.addEventListener('change', heard)
  return () => narrow.removeEventListener('change', heard)
}

/** The rows of a table: a grid where there is room for one, cards on a phone. */
export function TableRows({ onOpen, ...grid }: Props) {
  const isNarrow = useSyncExternalStore(listen, () => narrow.matches)
  const {
    pages,
    columns = pages.held()?.columns ?? [],
    signOf = NO_SIGN,
    markOf,
    onSelect = NO_SIGN,
    label,
    ref,
  } = grid
  if (!isNarrow) return <DataGrid {...grid} />
  return (
    <Suspense>
      <RowCards {...{ label, ref, pages, columns, signOf, markOf, onSelect, onOpen }} />
    </Suspense>
  )
}
