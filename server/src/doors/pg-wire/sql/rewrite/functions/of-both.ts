/**
 * Functions that both engines have under one name, and that are not known to mean the same: they are refused. A function that only
 * the engine has is passed on, since PostgreSQL would not know it either.
 */
const NOT_ALIKE = new Set(
  (
    'acos acosh array_append array_cat array_position array_prepend array_to_json asin asinh atan2 atanh bit_and bit_count bit_or ' +
    'bit_xor corr cosh cot current_query currval decode encode enum_first enum_last enum_range factorial format get_bit ' +
    'isfinite json_array_length json_each json_extract_path json_extract_path_text json_object like_escape make_time ' +
    'make_timestamp make_timestamptz mode nextval pg_sleep pg_typeof regexp_matches regexp_split_to_array regexp_split_to_table ' +
    'regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy row_to_json set_bit setseed ' +
    'sha256 sinh tanh to_hex to_json to_number'
  ).split(' '),
)

export const isOfBoth = (name: string) => NOT_ALIKE.has(name)
