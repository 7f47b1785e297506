// The request log in a partition for each day, which `modules/operations/request-logs` makes and drops. The lines of the week before are
// not kept.

const STATEMENTS = `
drop table platform.request_logs;
create sequence platform.request_log_ids;
create table platform.request_logs (
  id bigint not null default nextval('platform.request_log_ids'),
  project_id uuid not null,
  request_id text not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms real not null,
  actor text not null,
  address text not null,
  left_out integer not null,
  created_at timestamptz not null
) partition by range (created_at);
create index request_logs_project on platform.request_logs (project_id, id desc);
`

/** requestLogs makes the table of request logs anew. */
export const requestLogs = [STATEMENTS]
