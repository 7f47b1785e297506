// Queries that people write, and their rows worked out by hand from query-exec.fixture.ts: each row as its values in
// the order of the columns. Add a line to try another.

/** UsefulQuery is a query, its rows, its parameters and, where it matters, its columns. */
export type UsefulQuery = readonly [sql: string, rows: unknown[][], params?: unknown[], columns?: string[]]

/** USEFUL_QUERIES by what they show. */
export const USEFUL_QUERIES: Readonly<Record<string, readonly UsefulQuery[]>> = {
  'selecting and filtering': [
    ['select 1', [[1]], [], ['?column?']],
    ['select 1;', [[1]]],
    ['select 1 as a, 2 as a, 3 as b', [[1, 2, 3]], [], ['a', 'a_2', 'b']],
    ["select name from products where kind = 'food' order by name", [['chai'], ['pilipili']], [], ['name']],
    ['select p.name n from products p where p.stock > 10 order by n desc', [['khanga'], ['chai']], [], ['n']],
    [
      'select name, -stock from products where price between 2000 and 13000 order by 2',
      [
        ['chai', -120],
        ['khanga', -40],
      ],
    ],
    ["select count(*) from products where name like 'k%' and not active is false", [[2]]],
    [
      "select name from products where name ilike 'KH%' or name in ('chai', 'x') order by name",
      [['chai'], ['khanga']],
    ],
    ["select name from products where name ~ '^p.*i$'", [['pilipili']]],
    ["select name from products where name similar to '%(nga|nge)' order by 1", [['khanga'], ['kitenge']]],
    ["select name from products where name not like '%a%'", [['kitenge'], ['pilipili']]],
    ['select distinct kind from products order by kind', [['cloth'], ['food']]],
    [
      'select distinct on (kind) kind, name from products order by kind, price desc',
      [
        ['cloth', 'kitenge'],
        ['food', 'chai'],
      ],
    ],
    ['select name from products order by stock desc nulls last limit 1 offset 1', [['khanga']]],
    ['select city from sales order by city fetch first 1 rows with ties', [['Arusha']]],
    ['table places order by name limit 0', []],
    [
      "values (1, $$it's$$), (2, E'a\\\\b')",
      [
        [1, "it's"],
        [2, 'a\\b'],
      ],
      [],
      ['column1', 'column2'],
    ],
    ['select name /* why */ from products -- because\nwhere stock = 7', [['pilipili']]],
    ["select U&'\\0063hai' = name from products where name = 'chai'", [[true]]],
    ['select "name" from "products" where "stock" = 0', [['kitenge']]],
  ],
  parameters: [
    [
      'select name from products where kind = $1 and stock > $2 order by name',
      [['chai'], ['pilipili']],
      ['food', 1],
    ],
    [
      'select name from products where name = any($1) order by 1',
      [['chai'], ['khanga']],
      [['chai', 'khanga', 'a"b\\']],
    ],
    [
      'select $1::int + 1, $2::text, $3::boolean, $4::jsonb',
      [[2, null, true, { a: [1] }]],
      [1, null, true, { a: [1] }],
    ],
    ['select name from products where big = $1', [['khanga']], ['9007199254740993']],
    ['select name from products where name ~ $1', [['chai']], ['^c']],
  ],
  'grouping and aggregates': [
    [
      'select kind, count(*), sum(stock) from products group by kind order by kind',
      [
        ['cloth', 2, 40],
        ['food', 2, 127],
      ],
    ],
    ['select kind k, max(price) from products group by k having max(price) > 5000', [['cloth', 18000]]],
    ['select count(*) filter (where active), bool_and(active) from products', [[3, false]]],
    [
      "select string_agg(name, ', ' order by name desc) from products where kind = 'cloth'",
      [['kitenge, khanga']],
    ],
    ['select array_agg(distinct city order by city) from sales', [[['Arusha', 'Dar es Salaam', 'Moshi']]]],
    [
      'select product, city, sum(quantity) from sales where product = $1 group by rollup (product, city) order by 1, 2 nulls last',
      [
        ['khanga', 'Dar es Salaam', 1],
        ['khanga', 'Moshi', 2],
        ['khanga', null, 3],
        [null, null, 3],
      ],
      ['khanga'],
    ],
    [
      'select grouping(kind), count(*) from products group by grouping sets ((kind), ()) order by 1, 2',
      [
        [0, 2],
        [0, 2],
        [1, 4],
      ],
    ],
    ['select percentile_cont(0.5) within group (order by stock) from products', [[23.5]]],
    ['select round(avg(price), 2) from products', [[8750.19]]],
    [
      'select p.name, p.stock, count(s.id) from products p join sales s on s.product = p.name group by p.id order by 1',
      [
        ['chai', 120, 2],
        ['khanga', 40, 2],
        ['kitenge', 0, 1],
      ],
    ],
    ['select json_agg(p) ->> 0 is not null from products p', [[true]]],
    [
      "select date_trunc('month', at)::date as month, sum(quantity) from sales group by 1 order by 1",
      [
        ['2026-01-01', 3],
        ['2026-02-01', 14],
        ['2026-03-01', 3],
      ],
    ],
  ],
  'joins and subqueries': [
    [
      'select p.name, s.quantity from products p join sales s on s.product = p.name where s.city = $1 order by 2',
      [
        ['khanga', 2],
        ['chai', 10],
      ],
      ['Moshi'],
    ],
    [
      'select p.name, count(s.id) from products p left join sales s on s.product = p.name group by p.name order by 2 desc, 1',
      [
        ['chai', 2],
        ['khanga', 2],
        ['kitenge', 1],
        ['pilipili', 0],
      ],
    ],
    [
      'select a.name from places a join places b on a.within = b.name where b.within = $1 order by 1',
      [['Arusha'], ['Moshi']],
      ['Africa'],
    ],
    [
      'select name from products p where exists (select from sales s where s.product = p.name and quantity > 3)',
      [['chai']],
    ],
    ['select name from products where name not in (select product from sales)', [['pilipili']]],
    [
      'select name, (select sum(quantity) from sales where product = name) as sold from products order by sold desc nulls last, name limit 2',
      [
        ['chai', 14],
        ['khanga', 3],
      ],
    ],
    [
      'select p.name, l.city from products p cross join lateral (select city from sales s where s.product = p.name order by day desc limit 1) l order by 1',
      [
        ['chai', 'Arusha'],
        ['khanga', 'Dar es Salaam'],
        ['kitenge', 'Dar es Salaam'],
      ],
    ],
    [
      'select product, stock, quantity from (select name as product, stock from products) p join sales using (product) where quantity = 10',
      [['chai', 120, 10]],
    ],
    [
      'select * from (select 1 as a, 2 as b) x natural join (select 1 as a, 3 as c) y',
      [[1, 2, 3]],
      [],
      ['a', 'b', 'c'],
    ],
    [
      'select x.a, y.a, a from (values (1)) x(a) full join (values (2)) y(a) using (a) order by 3',
      [
        [1, null, 1],
        [null, 2, 2],
      ],
    ],
    ['select * from (select 1 as id) a, (select 2 as id) b', [[1, 2]], [], ['id', 'id_2']],
    [
      'select name from products where (kind, stock) in (select kind, max(stock) from products group by kind) order by 1',
      [['chai'], ['khanga']],
    ],
    ['select array(select name from products order by name)', [[['chai', 'khanga', 'kitenge', 'pilipili']]]],
    [
      'select 5 > all (select stock from products where stock < 5), 7 = any (select stock from products)',
      [[true, true]],
    ],
  ],
  'WITH and set operations': [
    [
      'with sold as (select product, sum(quantity) n from sales group by 1) select name, coalesce(n, 0) from products left join sold on product = name order by 2, 1',
      [
        ['pilipili', 0],
        ['khanga', 3],
        ['kitenge', 3],
        ['chai', 14],
      ],
    ],
    [
      'with a(x) as materialized (values (1), (2)), b as (select x * 10 as y from a) select sum(x), sum(y) from a, b',
      [[6, 60]],
    ],
    [
      "with recursive up(name, within, depth) as (select name, within, 0 from places where name = 'Moshi' union all select p.name, p.within, depth + 1 from places p join up on p.name = up.within) select name, depth from up order by depth",
      [
        ['Moshi', 0],
        ['Tanzania', 1],
        ['Africa', 2],
      ],
    ],
    [
      'with recursive n as (select 1 as i union all select i + 1 from n where i < 100) select sum(i) from n',
      [[5050]],
    ],
    [
      'select name from products union select name from places order by name limit 3',
      [['Africa'], ['Arusha'], ['Moshi']],
    ],
    ['(select city from sales) intersect (select name from places) order by 1', [['Arusha'], ['Moshi']]],
    ['select name from products except all select product from sales', [['pilipili']]],
    ['with products as (select 1 as one) select * from products', [[1]], [], ['one']],
  ],
  'window functions': [
    [
      'select name, rank() over (order by stock desc) from products order by 2 limit 2',
      [
        ['chai', 1],
        ['khanga', 2],
      ],
    ],
    [
      'select name, row_number() over w, sum(stock) over w from products window w as (partition by kind order by stock) order by kind, 2',
      [
        ['kitenge', 1, 0],
        ['khanga', 2, 40],
        ['pilipili', 1, 7],
        ['chai', 2, 127],
      ],
    ],
    [
      'select quantity, lag(quantity, 1, 0) over (order by day), sum(quantity) over (order by day rows between 1 preceding and current row) from sales order by day',
      [
        [2, 0, 2],
        [1, 2, 3],
        [10, 1, 11],
        [4, 10, 14],
        [3, 4, 7],
      ],
    ],
    [
      'select first_value(name) over (order by stock groups between unbounded preceding and unbounded following exclude current row) from products order by stock limit 1',
      [['pilipili']],
    ],
  ],
  'text, numbers and times': [
    [
      "select upper(name), length(name), substring(name from 2 for 3), position('i' in name) from products where name = 'chai'",
      [['CHAI', 4, 'hai', 4]],
    ],
    [
      "select trim(both 'x' from 'xax'), lpad('7', 3, '0'), concat_ws('-', 'a', null, 'b'), format('%s: %s', 'a', 1)",
      [['a', '007', 'a-b', 'a: 1']],
    ],
    [
      "select initcap('dar es salaam'), split_part('a.b.c', '.', 2), replace('aXb', 'X', '-'), reverse('abc'), left('abc', 2)",
      [['Dar Es Salaam', 'b', 'a-b', 'cba', 'ab']],
    ],
    [
      "select regexp_replace('a1b22', '[0-9]+', '#', 'g'), substring('tel 123' from '[0-9]+')",
      [['a#b#', '123']],
    ],
    [
      'select 7 / 2, 7 % 3, 2 ^ 10, abs(-3.5), round(2.567, 1), floor(2.9), power(2, 3), sqrt(16), greatest(1, 5, 3)',
      [[3, 1, 1024, 3.5, 2.6, 2, 8, 4, 5]],
    ],
    ['select 9007199254740993 = max(big) from products', [[true]]],
    [
      "select extract(year from day), to_char(day, 'DD.MM.YYYY'), day + 1, day - date '2026-01-01' from sales where city = 'Arusha'",
      [[2026, '14.02.2026', '2026-02-15', 44]],
    ],
    [
      "select count(*) from sales where at >= timestamptz '2026-02-01' and at < timestamptz '2026-02-01' + interval '1 month'",
      [[2]],
    ],
    [
      "select (at at time zone 'Africa/Dar_es_Salaam')::text from sales where quantity = 2",
      [['2026-01-05 11:30:00']],
    ],
    [
      "select now() > current_date, age(date '2026-03-01', date '2026-01-01')::text, make_interval(days => 3)::text",
      [[true, '2 mons', '3 days']],
    ],
    [
      "select d::date from generate_series(date '2026-01-01', date '2026-01-03', interval '1 day') as d order by d",
      [['2026-01-01'], ['2026-01-02'], ['2026-01-03']],
    ],
    [
      "select daterange('2026-01-01', '2026-02-01') @> day from sales where quantity in (1, 10) order by quantity",
      [[true], [false]],
    ],
    [
      "select case when stock = 0 then 'none' when stock < 10 then 'few' else 'many' end as s, nullif(stock, 0), coalesce(null, 'x') from products order by stock limit 2",
      [
        ['none', null, 'x'],
        ['few', 7, 'x'],
      ],
    ],
    ["select 'b' collate \"C\" < 'a', null is distinct from 1, true is not false", [[false, true, true]]],
    ["select 0.1::float8 + 0.2::float8, 'NaN'::float8, 10::numeric(10, 2)", [[0.1 + 0.2, 'NaN', 10]]],
  ],
  'JSON, arrays and full text': [
    ['select name from products where tags @> \'["cotton"]\' order by name', [['khanga'], ['kitenge']]],
    [
      "select tags ->> 0, tags -> 1, jsonb_array_length(tags), tags ? 'red' from products where name = 'khanga'",
      [['cotton', 'red', 2, true]],
    ],
    [
      'select name, t.value from products, jsonb_array_elements_text(tags) t order by 2',
      [
        ['khanga', 'cotton'],
        ['kitenge', 'cotton'],
        ['chai', 'leaf'],
        ['khanga', 'red'],
        ['chai', 'spice'],
      ],
    ],
    [
      'select key, value from jsonb_each_text(\'{"a": 1, "b": "x"}\') order by key',
      [
        ['a', '1'],
        ['b', 'x'],
      ],
    ],
    ['select a, b from jsonb_to_recordset(\'[{"a": 1, "b": "x"}]\') as r(a int, b text)', [[1, 'x']]],
    [
      "select json_build_object('name', name, 'sales', (select json_agg(quantity order by day) from sales where product = name)) o from products where name = 'khanga'",
      [[{ name: 'khanga', sales: [2, 1] }]],
    ],
    [
      "select to_jsonb(p) -> 'name', (select row_to_json(x) from (select p.stock as s) x) from (select name, stock from products where name = 'chai') p",
      [['chai', { s: 120 }]],
    ],
    [
      "select jsonb_path_query_first('{\"a\": [1, 5]}', '$.a[*] ? (@ > 2)'), '{\"a\": {\"b\": 7}}'::jsonb #>> '{a,b}'",
      [[5, '7']],
    ],
    [
      "select (array['a', 'b', 'c'])[2], (array[1, 2, 3])[2:], array_length(array[1, 2], 1), 2 = any(array[1, 2]), array[1] || 2",
      [['b', [2, 3], 2, true, [1, 2]]],
    ],
    [
      'select u.a, u.n from unnest(array[5, 6]) with ordinality as u(a, n) order by n desc',
      [
        [6, 2],
        [5, 1],
      ],
    ],
    [
      "select name from products where to_tsvector('simple', name) @@ websearch_to_tsquery('simple', 'chai or pilipili') order by 1",
      [['chai'], ['pilipili']],
    ],
    ["select array_to_string(string_to_array('a,b', ','), '+'), cardinality(array[1, 2, 3])", [['a+b', 3]]],
  ],
}
