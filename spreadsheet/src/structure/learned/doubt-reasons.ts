/** What can speak against a reading, as the spec says it in `evidence`. The console has words for each. */
export const DOUBT_REASONS = [
  'doubt_edges',
  'doubt_header',
  'doubt_reading',
  'doubt_totals',
  'doubt_kinds',
  'doubt_gaps',
  'doubt_groups',
  'doubt_merges',
  'doubt_neighbours',
  'doubt_repeats',
  'doubt_given_up',
  'doubt_unusual',
] as const

export type DoubtReason = (typeof DOUBT_REASONS)[number]

/** Features by what they speak of; the first that fits. What speaks of nothing a person could look at is `doubt_unusual`. */
const SPOKEN_OF: readonly (readonly [RegExp, DoubtReason])[] = [
  [/^warned_stepped_down$|^check_(?:unbalanced|not_followed|dropped)$/, 'doubt_given_up'],
  [
    /^(?:score_header|header_rows|header_uneven|columns_(?:unnamed|renamed|named_.*)|first_row_.*|second_row_unlike|rows_like_header)$/,
    'doubt_header',
  ],
  [
    /^(?:score_(?:reading|margin)|alternatives|steps?(?:_.*)?|is_wide|lies_on_side|check_factor|periods.*)$/,
    'doubt_reading',
  ],
  [
    /^(?:totals.*|rows_(?:total|subtotal|difference|ratio|called_.*)|last_row_.*|warned_(?:possible_totals|totals_among_rows)|computed_.*|columns_computed|check_computed|figures_by_formula)$/,
    'doubt_totals',
  ],
  [
    /^(?:kinds_.*|columns_mixed|texts_among_figures|figures_among_texts|misfits_most|rows_unlike|warned_(?:almost_one_type|mixed_types|error_values|ambiguous_dates|leading_zero_kept_as_text)|columns_of_text)$/,
    'doubt_kinds',
  ],
  [
    /^(?:filled.*|rows_(?:empty|of_one_cell|without_first)|gaps_most|labels_missing|check_(?:empty|filled)|columns_empty)$/,
    'doubt_gaps',
  ],
  [
    /^(?:rows_(?:group|of_text|indented|bold|coloured|separator|note|continued|repeat_header)|hierarchy_.*|levels_made|label_columns|columns_of_labels)$/,
    'doubt_groups',
  ],
  [/^(?:merges_.*|header_merges|fills_all|columns_left_out)$/, 'doubt_merges'],
  [/^(?:tables_.*|texts_(?:on_sheet|inside|touching)|forms_on_sheet)$/, 'doubt_neighbours'],
  [/^(?:score_(?:box|shape)|cells_touching_.*|share_of_sheet|rows_above_header)$/, 'doubt_edges'],
  [/^(?:rows_repeated|labels_distinct|repeat_marks)$/, 'doubt_repeats'],
]

export const reasonOf = (feature: string): DoubtReason =>
  SPOKEN_OF.find(([pattern]) => pattern.test(feature))?.[1] ?? 'doubt_unusual'
