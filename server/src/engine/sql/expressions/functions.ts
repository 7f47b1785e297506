// The allow-list of functions, as data: all are PostgreSQL's own. A test holds it against the server's catalog, so that
// a name whose overloads do anything but compute a value from its arguments cannot come in by mistake.

/** CallKind is what may stand around a call's arguments: an aggregate may be filtered, ordered and windowed. */
export type CallKind = 'plain' | 'aggregate' | 'window' | 'set'

/** FunctionRule is how a function may be called. */
export interface FunctionRule {
  readonly kind: CallKind
  /** columns are what a function in FROM returns; none where it is called like the function or its alias. */
  readonly columns?: readonly string[] | undefined
  /** gathers is true for an aggregate whose result grows with the number of rows. */
  readonly gathers?: boolean
}

const PLAIN = `
  lower upper initcap length char_length character_length octet_length bit_length btrim ltrim rtrim left right substr
  substring overlay position strpos split_part starts_with reverse ascii chr translate concat concat_ws md5 sha256
  sha512 encode decode to_hex format repeat lpad rpad replace string_to_array array_to_string to_char to_number to_date
  to_timestamp normalize is_normalized regexp_like regexp_count regexp_instr regexp_substr regexp_match regexp_replace
  regexp_split_to_array

  abs ceil ceiling floor round trunc sign mod div power pow sqrt cbrt exp ln log log10 degrees radians pi sin cos tan
  cot asin acos atan atan2 width_bucket scale min_scale trim_scale random

  now transaction_timestamp statement_timestamp clock_timestamp age date date_trunc date_part extract date_bin
  make_date make_time make_timestamp make_timestamptz make_interval justify_days justify_hours justify_interval
  isfinite timezone overlaps

  to_json to_jsonb row_to_json json_build_object json_build_array jsonb_build_object jsonb_build_array json_object
  jsonb_object array_to_json json_array_length jsonb_array_length json_typeof jsonb_typeof json_extract_path
  json_extract_path_text jsonb_extract_path jsonb_extract_path_text jsonb_set jsonb_set_lax jsonb_insert
  json_strip_nulls jsonb_strip_nulls jsonb_pretty jsonb_path_exists jsonb_path_match jsonb_path_query_array
  jsonb_path_query_first

  array_length array_upper array_lower array_ndims array_dims cardinality array_append array_prepend array_cat
  array_remove array_replace array_position array_positions trim_array

  to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ts_headline setweight
  strip numnode tsvector_to_array tsquery_phrase

  int4range int8range numrange tsrange tstzrange daterange isempty lower_inc upper_inc lower_inf upper_inf range_merge

  host family masklen network broadcast abbrev gen_random_uuid num_nulls num_nonnulls`

const AGGREGATES = `
  count sum avg min max bool_and bool_or every bit_and bit_or bit_xor any_value stddev stddev_pop stddev_samp variance
  var_pop var_samp corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx
  regr_sxy regr_syy percentile_cont percentile_disc mode`

const GATHERING = 'array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg'

const WINDOWS = `
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value`

// A column that PostgreSQL names itself keeps that name whatever the alias.
const SETS: Readonly<Record<string, readonly string[] | undefined>> = {
  generate_series: undefined,
  generate_subscripts: undefined,
  unnest: undefined,
  string_to_table: undefined,
  regexp_matches: undefined,
  regexp_split_to_table: undefined,
  json_object_keys: undefined,
  jsonb_object_keys: undefined,
  jsonb_path_query: undefined,
  json_array_elements: ['value'],
  jsonb_array_elements: ['value'],
  json_array_elements_text: ['value'],
  jsonb_array_elements_text: ['value'],
  json_each: ['key', 'value'],
  jsonb_each: ['key', 'value'],
  json_each_text: ['key', 'value'],
  jsonb_each_text: ['key', 'value'],
}

/** RECORD_FUNCTIONS return rows whose columns the query must name itself, with a type each. */
export const RECORD_FUNCTIONS: ReadonlySet<string> = new Set([
  'json_to_record',
  'jsonb_to_record',
  'json_to_recordset',
  'jsonb_to_recordset',
])

function words(list: string): string[] {
  return list.trim().split(/\s+/)
}

/** FUNCTIONS maps the name of each allowed function to how it may be called. */
export const FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ...words(PLAIN).map((name) => [name, { kind: 'plain' }] as const),
  ...words(AGGREGATES).map((name) => [name, { kind: 'aggregate' }] as const),
  ...words(GATHERING).map((name) => [name, { kind: 'aggregate', gathers: true }] as const),
  ...words(WINDOWS).map((name) => [name, { kind: 'window' }] as const),
  ...Object.entries(SETS).map(([name, columns]) => [name, { kind: 'set', columns }] as const),
  ...[...RECORD_FUNCTIONS].map((name) => [name, { kind: 'set' }] as const),
])

/** AUTH_FUNCTIONS describe the caller, with how many arguments they take. */
export const AUTH_FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ['uid', 0],
  ['email', 0],
  ['role_ids', 0],
  ['claims', 0],
  ['claim', 1],
])

/** IN_FLOAT are functions that are reckoned in floats: exact ones take minutes for a few thousand digits. */
export const IN_FLOAT: ReadonlySet<string> = new Set(['power', 'pow', 'sqrt', 'exp', 'ln', 'log10'])

/** PATTERNS are functions with a regular expression as their second argument. */
export const PATTERNS: ReadonlySet<string> = new Set([
  'regexp_like',
  'regexp_count',
  'regexp_instr',
  'regexp_substr',
  'regexp_match',
  'regexp_matches',
  'regexp_replace',
  'regexp_split_to_array',
  'regexp_split_to_table',
])

/** OPERATORS are the allowed operators, each PostgreSQL's own for whatever types it takes. */
export const OPERATORS: ReadonlySet<string> = new Set(
  words(`= <> < <= > >= + - * / % ^ |/ @ || ~~ !~~ ~~* !~~* ~ ~* !~ !~* ^@ -> ->> #> #>> #- @> <@ ? ?| ?& && @@ @?
    & | # << >> <<= >>= &< &> -|- <->`),
)
