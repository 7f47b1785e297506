// What is wrong with values, as the caller who sent them may ask: the administrator has no part in it any more.

// Each pair is a value and a type. From PostgreSQL 16 on a type says what is wrong without raising an error.
const STATEMENTS = `
drop function msingi.input_error(text, text);

do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    execute $body$
      create function msingi.value_errors(pairs json) returns table (n bigint, problem text)
      language sql stable set search_path = '' as $f$
        select p.n, (pg_catalog.pg_input_error_info(p.pair ->> 0, p.pair ->> 1)).message
        from pg_catalog.json_array_elements(pairs) with ordinality as p(pair, n)
      $f$
    $body$;
  else
    execute $body$
      create function msingi.value_errors(pairs json) returns table (n bigint, problem text)
      language plpgsql stable set search_path = '' as $f$
      declare pair json;
      begin
        for pair, n in select p.pair, p.n from pg_catalog.json_array_elements(pairs) with ordinality as p(pair, n) loop
          problem := null;
          begin
            execute pg_catalog.format('select $1::%s', pg_catalog.to_regtype(pair ->> 1)::text) using pair ->> 0;
          exception when others then
            problem := sqlerrm;
          end;
          return next;
        end loop;
      end $f$
    $body$;
  end if;
end $$;
`

/** valueErrors replaces `msingi.input_error` by a function that takes many values at once and anybody may call. */
export const valueErrors = [STATEMENTS]
