// What code of a project could ask PostgreSQL's catalog about another: each a query that tells the administrator a
// secret of the other project. OTHER is its schema.

/** CatalogAttack is a query, and the mark of what it would tell. */
export interface CatalogAttack {
  readonly name: string
  readonly sql: string
  /** tells is in the answer where nothing is closed. */
  readonly tells: string
}

/** PLANT are the secrets: each has a mark of its own. */
export const PLANT = `
create type zanzibar_mood as enum ('mark of a label');
create table zanzibar_orders (
  id uuid primary key, zanzibar_margin int not null default length('mark of a default'),
  mood zanzibar_mood, constraint zanzibar_check check (zanzibar_margin < length('mark of a check') + 100)
);
create index zanzibar_index on zanzibar_orders (zanzibar_margin) where zanzibar_margin <> length('mark of an index');
create function zanzibar_fee(zanzibar_argument int default length('mark of an argument')) returns int
  language sql as $$ select length('mark of a body') $$;
create function zanzibar_work() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger zanzibar_trigger before insert on zanzibar_orders for each row
  when (new.zanzibar_margin > length('mark of a trigger')) execute function zanzibar_work();
create view zanzibar_view as select length('mark of a view') as zanzibar_length from zanzibar_orders;
comment on table zanzibar_orders is 'mark of a comment';
comment on column zanzibar_orders.zanzibar_margin is 'mark of a comment on a column';
comment on function zanzibar_fee(int) is 'mark of a comment on a function';`

const ofOrders = "= 'OTHER.zanzibar_orders'::regclass"

/**
 * THINGS are what has a number. Who attacks finds numbers by trying them, so an attack has the number itself: a name
 * would be refused before the question is asked.
 */
export const THINGS: Readonly<Record<string, string>> = {
  '#orders': "'OTHER.zanzibar_orders'::regclass",
  '#row': "'OTHER.zanzibar_orders'::regtype",
  '#mood': "'OTHER.zanzibar_mood'::regtype",
  '#fee': "'OTHER.zanzibar_fee(int)'::regprocedure",
  '#view': "'OTHER.zanzibar_view'::regclass",
  '#index': "'OTHER.zanzibar_index'::regclass",
  '#rule': "(select oid from pg_rewrite where ev_class = 'OTHER.zanzibar_view'::regclass)",
  '#trigger': `(select oid from pg_trigger where tgname = 'zanzibar_trigger' and tgrelid ${ofOrders})`,
  '#check': `(select oid from pg_constraint where conname = 'zanzibar_check' and conrelid ${ofOrders})`,
  '#data': "'OTHER_data'::regrole",
}

const name = 'zanzibar'
const role = 'OTHER_data'

const TABLES: readonly (readonly [catalog: string, tells: string])[] = [
  ['pg_class', name],
  ['pg_attribute', 'zanzibar_margin'],
  ['pg_proc', 'mark of a body'],
  ['pg_type', name],
  ['pg_enum', 'mark of a label'],
  ['pg_constraint', 'zanzibar_check'],
  ['pg_trigger', 'zanzibar_trigger'],
  ['pg_description', 'mark of a comment'],
  ['pg_namespace', 'OTHER'],
  ['pg_roles', role],
  ['pg_authid', role],
  ['pg_user', role],
  ['pg_shadow', role],
  ['pg_tables', name],
  ['pg_views', 'mark of a view'],
  ['pg_indexes', 'mark of an index'],
  ['pg_policies', 'mark_of_a_policy'],
  ['pg_rules', ''],
  ['pg_seclabels', ''],
  ['pg_sequences', ''],
  ['pg_stat_user_tables', name],
  ['pg_stat_all_tables', name],
  ['pg_stat_xact_all_tables', name],
  ['pg_stat_all_indexes', name],
  ['pg_statio_all_tables', name],
  ['pg_statio_all_indexes', name],
  ['pg_stat_user_functions', ''],
  ['pg_stat_activity', 'msingi-admin'],
  ['pg_locks', 'virtualxid'],
  ['pg_db_role_setting', 'temp_file_limit'],
  ['pg_stats', ''],
  ['pg_stats_ext', ''],
  ['pg_prepared_xacts', ''],
  ['pg_auth_members', ''],
  ['pg_depend', ''],
  ['pg_shdepend', ''],
  ['pg_index', ''],
  ['pg_attrdef', 'FUNCEXPR'],
  ['pg_policy', 'OPEXPR'],
  ['pg_rewrite', 'zanzibar_length'],
  ['pg_sequence', ''],
  ['pg_init_privs', ''],
  ['pg_largeobject_metadata', ''],
  ['pg_publication_tables', 'msingi_changes'],
  ['pg_replication_slots', ''],
  ['pg_stat_replication', ''],
  ['pg_settings', 'statement_timeout'],
  ['pg_database', 'msingi'],
  ['pg_stat_database', 'msingi'],
  ['pg_hba_file_rules', ''],
  ['pg_file_settings', ''],
  ['information_schema.tables', name],
  ['information_schema.columns', 'zanzibar_margin'],
  ['information_schema.routines', 'mark of a body'],
  ['information_schema.views', 'mark of a view'],
  ['information_schema.parameters', 'zanzibar_argument'],
  ['information_schema.triggers', 'mark of a trigger'],
  ['information_schema.check_constraints', 'mark of a check'],
  ['information_schema.table_privileges', role],
  ['information_schema.schemata', 'OTHER'],
  ['information_schema.enabled_roles', role],
]

const CALLS: readonly (readonly [call: string, tells: string])[] = [
  [`pg_get_functiondef(#fee)`, 'mark of a body'],
  [`pg_get_function_arguments(#fee)`, 'mark of an argument'],
  [`pg_get_function_arg_default(#fee, 1)`, 'mark of an argument'],
  [`pg_get_viewdef(#view)`, 'mark of a view'],
  [`pg_get_viewdef('OTHER.zanzibar_view')`, 'mark of a view'],
  [`pg_get_indexdef(#index)`, 'mark of an index'],
  [`pg_get_triggerdef(#trigger)`, 'mark of a trigger'],
  [`pg_get_constraintdef(#check)`, 'mark of a check'],
  [`pg_get_ruledef(#rule)`, 'mark of a view'],
  [`obj_description(#orders, 'pg_class')`, 'mark of a comment'],
  [`col_description(#orders, 2)`, 'mark of a comment on a column'],
  [`obj_description(#fee, 'pg_proc')`, 'mark of a comment on a function'],
  [`pg_describe_object('pg_class'::regclass, #orders, 2)`, 'zanzibar_margin'],
  [`pg_identify_object('pg_class'::regclass, #orders, 2)`, 'zanzibar_margin'],
  [`pg_identify_object_as_address('pg_class'::regclass, #orders, 2)`, 'zanzibar_margin'],
  [`pg_relation_filepath(#orders)`, 'base/'],
  [`pg_total_relation_size(#orders)`, ''],
  [`has_table_privilege(#orders, 'select')`, 'true'],
  [`has_schema_privilege('OTHER', 'usage')`, 'true'],
  [`has_function_privilege(#fee, 'execute')`, 'true'],
  [`has_column_privilege(#orders, 'zanzibar_margin', 'select')`, 'true'],
  [`pg_has_role('OTHER_data', 'member')`, 'true'],
  [`pg_get_userbyid(#data)`, role],
  [`(select string_agg(a::text, '') from pg_stat_get_activity(null) a)`, 'msingi-admin'],
  [`(select string_agg(a::text, '') from pg_lock_status() a)`, 'virtualxid'],
  [`pg_stat_get_live_tuples(#orders)`, ''],
  [`to_json(record_in('(,,,,,)', #row, -1))`, 'zanzibar_margin'],
  [`to_json(array_in('{"(,,,,,)"}', #row, -1))`, 'zanzibar_margin'],
  [`enum_in('mark of a label', #mood)`, 'mark of a label'],
  [`table_to_xmlschema(#orders, true, true, '')`, 'zanzibar_margin'],
  [`table_to_xml_and_xmlschema(#orders, true, true, '')`, 'zanzibar_margin'],
  [`to_regclass('OTHER.zanzibar_orders')`, name],
  [`to_regtype('OTHER.zanzibar_mood')`, name],
  [`'OTHER.zanzibar_orders'::regclass`, name],
  [`enum_range(null::OTHER.zanzibar_mood)`, 'mark of a label'],
  [`schema_to_xmlschema('OTHER', true, true, '')`, name],
  [`pg_ls_dir('base')`, ''],
  [`pg_ls_waldir()`, ''],
  [`pg_current_logfile()`, ''],
  [`current_setting('data_directory')`, '/'],
]

/** CATALOG_ATTACKS are all that must be closed. */
export const CATALOG_ATTACKS: readonly CatalogAttack[] = [
  ...TABLES.map(([catalog, tells]) => ({
    name: catalog,
    sql: `select string_agg(x::text, ' ') from ${catalog} x`,
    tells,
  })),
  ...CALLS.map(([call, tells]) => ({ name: call, sql: `select (${call})::text`, tells })),
]

/**
 * STAYS_OPEN is what PostgreSQL prints of a number without asking anybody: names, by trying numbers. Neither sources nor
 * columns are among it.
 */
export const STAYS_OPEN: readonly CatalogAttack[] = ['regclass', 'regproc', 'regtype', 'regnamespace'].map(
  (type) => ({
    name: `numbers as ${type}`,
    sql: `select string_agg(n::oid::${type}::text, ' ') from generate_series(NUMBERS) n`,
    tells: type === 'regnamespace' ? 'OTHER' : name,
  }),
)
