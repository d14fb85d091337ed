/** Signs of 16 × 16, drawn with one line each. */
const PATHS = {
  home: 'M2.5 7.5 8 3l5.5 4.5V13a.5.5 0 0 1-.5.5H9.7V9.8H6.3v3.7H3a.5.5 0 0 1-.5-.5z',
  book: 'M3 2.5h9.5v11H4.2A1.2 1.2 0 0 1 3 12.3zM3 12.3a1.2 1.2 0 0 1 1.2-1.2h8.3M6 5.3h4',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.7h11M6.5 3v10',
  sheet: 'M4 2.5h5.5L12.5 5.5v8H4zM9.3 2.5v3.2h3.2M6 8.3h4.5M6 10.8h4.5',
  file: 'M4 2.5h5.5L12.5 5.5v8H4zM9.3 2.5v3.2h3.2',
  upload: 'M8 10.5V3M5 5.8 8 2.8l3 3M2.8 10.5v2.7h10.4v-2.7',
  download: 'M8 3v7.5M5 7.7l3 3 3-3M2.8 10.5v2.7h10.4v-2.7',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2',
  plus: 'M8 3v10M3 8h10',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.8-.8',
  filter: 'M2.5 3.5h11L9.3 8.6v4.2l-2.6-1.4V8.6z',
  close: 'M3.8 3.8l8.4 8.4M12.2 3.8l-8.4 8.4',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  warning: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1',
  sql: 'M5.2 5 2.3 8l2.9 3M10.8 5l2.9 3-2.9 3M9 3.5 7 12.5',
  lineage: 'M3.5 3h3v3h-3zM9.5 10h3v3h-3zM9.5 3h3v3h-3zM6.5 4.5h3M5 6v5.5h4.5',
  history: 'M3 8a5 5 0 1 0 1.6-3.7M3 2.8v2.4h2.4M8 5.2V8l2 1.4',
  conflict: 'M3 3v4.5A2.5 2.5 0 0 0 5.5 10H13M13 10l-2.5-2.5M13 10l-2.5 2.5M13 3v2M3 11v2',
  review: 'M12.5 7V2.5h-9v11H7M5.8 5.5h4.5M5.8 8.3h2.5M8.8 11.8l1.7 1.7 3-3.5',
  shield: 'M8 2.3l4.8 1.8v3.6c0 3-2 5-4.8 6-2.8-1-4.8-3-4.8-6V4.1z',
  chart: 'M2.8 13.2V3M2.8 13.2h10.5M5.5 11V8M8.3 11V5M11 11V6.8',
  dashboard: 'M2.5 2.5h5v6h-5zM9.5 2.5h4v3.5h-4zM9.5 8h4v5.5h-4zM2.5 10.5h5v3h-5z',
  comment: 'M2.8 3h10.4v7.8H7.5l-3 2.4v-2.4H2.8z',
  bell: 'M4.2 11V7a3.8 3.8 0 0 1 7.6 0v4l1 1H3.2zM6.8 13.5h2.4',
  key: 'M5.5 10.5a3 3 0 1 1 2.7-4.3h5.3v2.6h-1.8v1.7H9.4V8.8H8.2a3 3 0 0 1-2.7 1.7z',
  people:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM1.8 13c.3-2.4 1.9-3.7 4.2-3.7s3.9 1.3 4.2 3.7M10.5 3.2a2.2 2.2 0 0 1 0 4.2M11.6 9.6c1.6.4 2.4 1.6 2.6 3.4',
  gear: 'M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  play: 'M5 3l7.5 5L5 13z',
  plug: 'M5.5 2.5v3M10.5 2.5v3M4 5.5h8v2.3a4 4 0 0 1-8 0zM8 11.8v2',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1',
  undo: 'M5.5 3.5 2.8 6.2l2.7 2.7M3 6.2h6.2a3.5 3.5 0 0 1 0 7H6.5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  more: 'M3.1 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0zM7.6 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0zM12.1 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0z',
  next: 'M6 3.5 10.5 8 6 12.5',
  up: 'M3.5 10 8 5.5l4.5 4.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  leave: 'M9.5 3h-6v10h6M7 8h6.5M11 5.5 13.5 8 11 10.5',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
